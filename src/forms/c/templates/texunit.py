"""The model of {NAME} for numpy: docs/c.md of texunit. Types, numbers and names are those of the header in its folder."""

import ctypes
import pathlib
import re
import subprocess

import numpy as np

TEXEL_BYTES = dict({TEXEL_BYTES})
# Axes of the texels in an array: layers, faces or slices, rows, texels. Axes of the components follow.
AXES = {'1d': 1, '1d_array': 2, '2d': 2, '2d_array': 3, '3d': 3, 'cube': 3, 'cube_array': 3}
TYPES = {'uint32_t': 'u4', 'int32_t': 'i4', 'uint64_t': 'u8', 'int64_t': 'i8', 'float': 'f4', 'const void *': 'uintp'}


class Refused(ValueError):
    """A state that `make` refuses: the name of its code, and its text."""


class Model:
    """The library of a folder, which `make` builds; of the folder of this file if left out."""

    def __init__(self, folder=pathlib.Path(__file__).parent):
        header = next(pathlib.Path(folder).resolve().glob('texunit_*.h'))
        library = header.with_name(f'lib{header.stem}.so')
        made = subprocess.run(['make', '-C', folder, library.name], capture_output=True, text=True)
        if made.returncode != 0:
            raise OSError(f'make {library.name}: {made.stdout}{made.stderr}')
        functions = ctypes.CDLL(str(library))
        self.call = lambda name, *arguments: functions[f'{header.stem}_{name}'](*arguments)
        text = re.sub(r'/\*.*?\*/', '', header.read_text(), flags=re.S)
        sizes = {name: int(n) for name, n in re.findall(r'#define (\w+) (\d+)', text)}
        lists = re.findall(r'enum texunit_(\w+) \{(.*?)\}', text, flags=re.S)
        self.names = {of: [n.lower() for n in re.findall(rf'TEXUNIT_(?:{of.upper()}_)?(\w+) =', v)] for of, v in lists}
        types = dict(TYPES)
        for body, name in re.findall(r'typedef struct \w+ \{(.*?)\} (\w+);', text, flags=re.S):
            fields = [
                (field, types[kind.strip()], tuple(sizes.get(n) or int(n) for n in re.findall(r'\[(\w+)\]', ends)))
                for kind, line in re.findall(r'(const void \*|\w+ )([^;]+);', body)
                for field, ends in re.findall(r'(\w+)((?:\[\w+\])*)', line)
            ]
            types[name] = np.dtype(fields, align=True)
        self.description, self.quad = types['texunit_description'], types['texunit_quad']

    def state(self, levels, format, view_type='2d', **fields):
        """A state of an image, whose levels are an array, or a list of one for each; and of fields of the description."""
        levels = [np.ascontiguousarray(level) for level in (levels if isinstance(levels, (list, tuple)) else [levels])]
        line, volume = view_type.startswith('1d'), view_type == '3d'
        shapes = [(1,) * (3 - AXES[view_type]) + level.shape[: AXES[view_type]] for level in levels]
        sizes = [(rows, 1, width) if line else (slices, rows, width) for slices, rows, width in shapes]
        memory = np.concatenate([level.reshape(-1).view(np.uint8) for level in levels])
        d = np.zeros(1, self.description)
        self.call('describe', ctypes.c_void_p(d.ctypes.data))
        d['memory'], d['memory_bytes'] = memory.ctypes.data, memory.size
        # Arrays of BC1 to BC5 have blocks; of other blocks they have the texels.
        edge = 4 if re.match('bc[1-5]_', format) else 1
        rows, width = (fields.get(name, n * edge) for name, n in zip(('height', 'width'), sizes[0][1:]))
        d['depth' if volume else 'layer_count'], d['height'], d['width'] = sizes[0][0], rows, width
        d['decoded'] = edge == 1 and format.endswith('_block')
        d['image_levels'] = d['level_count'] = len(levels)
        for l, (level, size) in enumerate(zip(levels, sizes)):
            slices = max(1, sizes[0][0] >> l) if volume else sizes[0][0]
            expected = (slices, *(-(-max(1, n >> l) // edge) for n in (rows, width)))
            if size != expected or level.nbytes != np.prod(size) * TEXEL_BYTES.get(format, 0):
                raise ValueError(f'level {l}: is {level.shape} of {level.dtype}, expected {expected} texels of {format}')
            slice_pitch = level.nbytes // size[0]
            d['levels'][0, l] = sum(level.nbytes for level in levels[:l]), slice_pitch // size[1], slice_pitch
        for name, value in dict(fields, format=format, view_type=view_type).items():
            if name not in d.dtype.names:
                raise TypeError(f'{name}: is no field of the description')
            d[name] = self._numbers(name, value)
        state, why = ctypes.c_void_p(), ctypes.c_char_p()
        code = self.call('make', ctypes.byref(state), ctypes.c_void_p(d.ctypes.data), ctypes.byref(why))
        if code != 0:
            raise Refused(f'{self.names["code"][code]}: {why.value.decode()}')
        return State(self, state, memory, d[0])

    def _numbers(self, name, value):
        """Names of values are those of the enumeration with which the name of the field ends."""
        if isinstance(value, (list, tuple)):
            return [self._numbers(name, one) for one in value]
        of = 'swizzle' if name == 'components' else name
        names = next((names for end, names in self.names.items() if of.endswith(end)), ())
        if isinstance(value, str) and value not in names:
            raise ValueError(f'{name}: is {value}, expected one of {", ".join(names)}')
        return names.index(value) if isinstance(value, str) else value


class State:
    """A state that samples. It keeps the texels."""

    def __init__(self, model, state, memory, description):
        self._model, self._state, self._memory = model, state, memory
        implicit = model.names['lod_source'].index('implicit') == description['lod_source']
        self._needs_quads = implicit and model.names['operation'].index('sample') == description['operation']

    def __del__(self):
        self._model.call('free', self._state)

    def sample_quads(self, active=15, **operands):
        """Colours (..., 4, 4) of quads (..., 4): s, t, r, q, layer, dref, lod and so on; 0 for lanes not in `active`."""
        shape = np.broadcast_shapes((4,), *(np.shape(operand) for operand in operands.values()))
        quads, colors = np.zeros(shape[:-1], self._model.quad), np.zeros((*shape, 4), np.float32)
        for name, operand in {'q': 1, **operands, 'active': active}.items():
            if name not in quads.dtype.names:
                raise TypeError(f'{name}: is no operand of a quad')
            quads[name] = operand
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (quads, colors)]
        self._model.call('sample_quads', self._state, pointers[0], ctypes.c_size_t(quads.size), pointers[1])
        return colors

    def sample(self, **operands):
        """Colours (..., 4) of single samples, whose operands have any shape (...). Their LODs are explicit, or gradients'."""
        if self._needs_quads:
            raise ValueError('lod_source: is implicit, which needs sample_quads')
        shape = np.broadcast_shapes(*(np.shape(operand) for operand in operands.values()))
        count = int(np.prod(shape))
        lanes = {name: np.zeros((-(-count // 4), 4), np.asarray(one).dtype) for name, one in operands.items()}
        for name, operand in operands.items():
            lanes[name].reshape(-1)[:count] = np.broadcast_to(operand, shape).reshape(-1)
        return self.sample_quads(**lanes).reshape(-1, 4)[:count].reshape(*shape, 4)
