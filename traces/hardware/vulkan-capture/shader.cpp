#include "shader.hpp"

#include <spirv-tools/libspirv.hpp>
#include <sstream>

std::vector<uint32_t> assemble(const std::string &text) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  std::string message;
  tools.SetMessageConsumer([&](spv_message_level_t, const char *, const spv_position_t &at, const char *what) {
    message += "line " + std::to_string(at.line) + ": " + what + "\n";
  });
  std::vector<uint32_t> words;
  if (!tools.Assemble(text, &words) || !tools.Validate(words)) throw std::logic_error(message + text);
  return words;
}

namespace {

bool isCube(vk::ImageViewType type) {
  return type == vk::ImageViewType::eCube || type == vk::ImageViewType::eCubeArray;
}

/** SPIR-V of one instruction, in the text of the assembler. */
class FragmentText {
public:
  FragmentText(const Instruction &instruction, uint32_t quadsInARow) : instruction(instruction), row(quadsInARow) {}

  std::string text() {
    body();
    std::ostringstream all;
    all << head() << types.str() << variables() << code.str() << "OpReturn\nOpFunctionEnd\n";
    return all.str();
  }

private:
  using Op = Instruction::Op;
  using Offset = Instruction::Offset;

  const Instruction &instruction;
  uint32_t row;
  std::ostringstream types;
  std::ostringstream code;
  int names = 0;

  std::string fresh() { return "%x" + std::to_string(names++); }

  std::string constant(uint32_t value) {
    auto name = fresh();
    types << name << " = OpConstant %uint " << value << "\n";
    return name;
  }

  std::string integer(int value) {
    auto name = fresh();
    types << name << " = OpConstant %int " << value << "\n";
    return name;
  }

  /** A constant of `axes` integers. */
  std::string constantOffset(const std::array<int, 3> &offset, int axes) {
    std::string parts;
    std::string first;
    for (int n = 0; n < axes; n++)
      parts += " " + (first = integer(offset[size_t(n)]));
    if (axes == 1) return first;
    auto name = fresh();
    types << name << " = OpConstantComposite %ivec" << axes << parts << "\n";
    return name;
  }

  /** Of the lane's operands. */
  std::string word(uint32_t at) {
    auto index = fresh(), pointer = fresh(), loaded = fresh();
    code << index << " = OpIAdd %uint %first " << constant(at) << "\n"
         << pointer << " = OpAccessChain %word_pointer %operands %zero " << index << "\n"
         << loaded << " = OpLoad %uint " << pointer << "\n";
    return loaded;
  }

  std::string number(uint32_t at, const std::string &type) {
    auto bits = word(at), value = fresh();
    code << value << " = OpBitcast %" << type << " " << bits << "\n";
    return value;
  }

  std::string vector(uint32_t at, int count, const std::string &scalar, const std::string &vectors,
                     const std::string &behind = "") {
    std::string parts;
    std::string last;
    for (int n = 0; n < count; n++)
      parts += " " + (last = number(at + uint32_t(n), scalar));
    if (!behind.empty()) parts += " " + behind;
    int all = count + (behind.empty() ? 0 : 1);
    if (all == 1) return last;
    auto name = fresh();
    code << name << " = OpCompositeConstruct %" << vectors << all << parts << "\n";
    return name;
  }

  std::string head() const {
    std::ostringstream out;
    out << "OpCapability Shader\nOpCapability Sampled1D\nOpCapability ImageQuery\n";
    if (instruction.viewType == vk::ImageViewType::eCubeArray) out << "OpCapability SampledCubeArray\n";
    if (instruction.offset == Offset::dynamic || instruction.offset == Offset::four) {
      out << "OpCapability ImageGatherExtended\n";
    }
    if (instruction.minLod) out << "OpCapability MinLod\n";
    if (instruction.sparse) out << "OpCapability SparseResidency\n";
    if (instruction.stores()) {
      out << "OpCapability Image1D\nOpCapability StorageImageReadWithoutFormat\n"
          << "OpCapability StorageImageWriteWithoutFormat\n";
      if (instruction.viewType == vk::ImageViewType::eCubeArray) out << "OpCapability ImageCubeArray\n";
    }
    if (instruction.atomic == "FAddEXT") {
      out << "OpCapability AtomicFloat32AddEXT\nOpExtension \"SPV_EXT_shader_atomic_float_add\"\n";
    }
    if (instruction.op == Op::footprint) {
      out << "OpCapability ImageFootprintNV\nOpExtension \"SPV_NV_shader_image_footprint\"\n";
    }
    out << R"(OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %position %texture %operands %results
OpExecutionMode %main OriginUpperLeft
OpDecorate %position BuiltIn FragCoord
OpDecorate %texture DescriptorSet 0
OpDecorate %texture Binding 0
OpDecorate %operands DescriptorSet 0
OpDecorate %operands Binding 1
OpDecorate %results DescriptorSet 0
OpDecorate %results Binding 2
OpDecorate %words ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
%void = OpTypeVoid
%entry = OpTypeFunction %void
%float = OpTypeFloat 32
%vec2 = OpTypeVector %float 2
%vec3 = OpTypeVector %float 3
%vec4 = OpTypeVector %float 4
%int = OpTypeInt 32 1
%ivec2 = OpTypeVector %int 2
%ivec3 = OpTypeVector %int 3
%ivec4 = OpTypeVector %int 4
%uint = OpTypeInt 32 0
%uvec2 = OpTypeVector %uint 2
%uvec3 = OpTypeVector %uint 3
%uvec4 = OpTypeVector %uint 4
%bool = OpTypeBool
%true = OpConstantTrue %bool
%false = OpConstantFalse %bool
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%none = OpConstant %int 0
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%block_pointer = OpTypePointer StorageBuffer %block
%word_pointer = OpTypePointer StorageBuffer %uint
%position_pointer = OpTypePointer Input %vec4
)";
    out << "%image = OpTypeImage %" << scalar() << " " << dimension() << " " << (instruction.dref ? 1 : 0) << " "
        << (instruction.arrayed() ? 1 : 0) << " 0 " << (instruction.stores() ? "2 " : "1 ") << texelFormat() << "\n";
    if (instruction.stores())
      out << "%bound_pointer = OpTypePointer UniformConstant %image\n";
    else
      out << "%sampled = OpTypeSampledImage %image\n%bound_pointer = OpTypePointer UniformConstant %sampled\n";
    return out.str();
  }

  std::string variables() const {
    return R"(%texture = OpVariable %bound_pointer UniformConstant
%operands = OpVariable %block_pointer StorageBuffer
%results = OpVariable %block_pointer StorageBuffer
%position = OpVariable %position_pointer Input
%main = OpFunction %void None %entry
%body = OpLabel
)";
  }

  std::string scalar() const {
    switch (instruction.components) {
    case ComponentType::signedInteger:
      return "int";
    case ComponentType::unsignedInteger:
      return "uint";
    default:
      return "float";
    }
  }

  /** Atomics name the format that all others leave open. */
  std::string texelFormat() const {
    if (instruction.op != Op::atomic) return "Unknown";
    return scalar() == "float" ? "R32f" : scalar() == "int" ? "R32i" : "R32ui";
  }

  std::string vectors() const { return scalar() == "float" ? "vec" : scalar().substr(0, 1) + "vec"; }

  std::string dimension() const {
    if (isCube(instruction.viewType)) return "Cube";
    return instruction.axes() == 1 ? "1D" : instruction.axes() == 2 ? "2D" : "3D";
  }

  void body() {
    auto two = constant(2), width = constant(row);
    auto operandWords = constant(operand::WORDS), resultWords = constant(result::WORDS);
    code << "%at = OpLoad %vec4 %position\n"
         << "%at_x = OpCompositeExtract %float %at 0\n%at_y = OpCompositeExtract %float %at 1\n"
         << "%x = OpConvertFToU %uint %at_x\n%y = OpConvertFToU %uint %at_y\n"
         << "%quad_x = OpShiftRightLogical %uint %x %one\n"
         << "%quad_y = OpShiftRightLogical %uint %y %one\n"
         << "%row_first = OpIMul %uint %quad_y " << width << "\n"
         << "%quad = OpIAdd %uint %row_first %quad_x\n"
         << "%right = OpBitwiseAnd %uint %x %one\n"
         << "%low = OpBitwiseAnd %uint %y %one\n"
         << "%lower = OpShiftLeftLogical %uint %low %one\n"
         << "%in_quad = OpBitwiseOr %uint %right %lower\n"
         << "%quad_first = OpShiftLeftLogical %uint %quad " << two << "\n"
         << "%lane = OpIAdd %uint %quad_first %in_quad\n"
         << "%first = OpIMul %uint %lane " << operandWords << "\n"
         << "%result_first = OpIMul %uint %lane " << resultWords << "\n";
    if (instruction.op != Op::atomic) {
      code << "%bound = OpLoad " << (instruction.stores() ? "%image" : "%sampled") << " %texture\n";
    }
    bool changes = instruction.op == Op::write || instruction.op == Op::atomic;
    if (changes) {
      auto acts = word(operand::ACTS);
      code << "%acts = OpINotEqual %bool " << acts << " %zero\n"
           << "OpSelectionMerge %rest None\nOpBranchConditional %acts %act %rest\n%act = OpLabel\n";
    }
    execute();
    if (changes) code << "OpBranch %rest\n%rest = OpLabel\n";
  }

  /** Stores a word of the lane's results. */
  void store(uint32_t at, const std::string &value, const std::string &type) {
    auto bits = value, index = fresh(), pointer = fresh();
    if (type == "bool") {
      bits = fresh();
      code << bits << " = OpSelect %uint " << value << " %one %zero\n";
    } else if (type != "uint") {
      bits = fresh();
      code << bits << " = OpBitcast %uint " << value << "\n";
    }
    code << index << " = OpIAdd %uint %result_first " << constant(at) << "\n"
         << pointer << " = OpAccessChain %word_pointer %results %zero " << index << "\n"
         << "OpStore " << pointer << " " << bits << "\n";
  }

  std::string part(const std::string &type, const std::string &whole, const std::string &at) {
    auto name = fresh();
    code << name << " = OpCompositeExtract %" << type << " " << whole << " " << at << "\n";
    return name;
  }

  void execute() {
    if (instruction.op == Op::footprint) return footprint();
    auto [value, count, type] = texel();
    for (int n = 0; n < count; n++) {
      store(result::TEXEL + uint32_t(n), count > 1 ? part(type, value, std::to_string(n)) : value, type);
    }
  }

  struct Value {
    std::string name;
    int components;
    std::string type;
  };

  Value texel() {
    switch (instruction.op) {
    case Op::sample:
      return sample();
    case Op::gather:
      return gather();
    case Op::fetch:
      return fetch();
    case Op::read:
      return read();
    case Op::write:
      return write();
    case Op::atomic:
      return atomic();
    case Op::querySize:
      return querySize();
    case Op::queryLevels: {
      code << "%unsampled = OpImage %image %bound\n%levels = OpImageQueryLevels %int %unsampled\n";
      return {"%levels", 1, "int"};
    }
    case Op::queryLod: {
      auto at = vector(operand::COORDINATE, instruction.axes(), "float", "vec");
      code << "%lod = OpImageQueryLod %vec2 %bound " << at << "\n";
      return {"%lod", 2, "float"};
    }
    case Op::footprint:
      break;
    }
    throw std::logic_error("no such operation");
  }

  /** Writes "%texel = OpImage...", or with residency its OpImageSparse... and what that tells. */
  Value instructionResult(const std::string &name, const std::string &rest, int components) {
    std::string type = "%";
    type += components == 1 ? scalar() : vectors() + "4";
    if (!instruction.sparse) {
      code << "%texel = OpImage" << name << " " << type << " " << rest << "\n";
      return {"%texel", components, scalar()};
    }
    types << "%sparse_result = OpTypeStruct %int " << type << "\n";
    code << "%sparse = OpImageSparse" << name << " %sparse_result " << rest << "\n";
    auto residency = part("int", "%sparse", "0");
    code << "%resident = OpImageSparseTexelsResident %bool " << residency << "\n";
    store(result::RESIDENT, "%resident", "bool");
    return {part(type.substr(1), "%sparse", "1"), components, scalar()};
  }

  Value sample() {
    auto q = instruction.projected ? number(operand::Q, "float") : "";
    auto at = vector(operand::COORDINATE, instruction.coordinates(), "float", "vec", q);
    bool explicitly = instruction.lod != Instruction::Lod::implicitly;
    std::string name = std::string("Sample") + (instruction.projected ? "Proj" : "") +
                       (instruction.dref ? "Dref" : "") + (explicitly ? "ExplicitLod" : "ImplicitLod");
    auto dref = instruction.dref ? " " + number(operand::DREF, "float") : "";
    auto operands = imageOperands();
    return instructionResult(name, "%bound " + at + dref + operands, instruction.dref ? 1 : 4);
  }

  Value gather() {
    auto at = vector(operand::COORDINATE, instruction.coordinates(), "float", "vec");
    auto last = instruction.dref ? number(operand::DREF, "float") : integer(instruction.component);
    auto operands = imageOperands();
    return instructionResult(instruction.dref ? "DrefGather" : "Gather", "%bound " + at + " " + last + operands, 4);
  }

  Value fetch() {
    auto at = vector(operand::COORDINATE, instruction.coordinates(), "int", "ivec");
    auto level = number(operand::LEVEL, "int");
    auto offset =
        instruction.offset == Offset::constant ? "|ConstOffset " + level + " " + offsetOperand() : " " + level;
    code << "%unsampled = OpImage %image %bound\n";
    return instructionResult("Fetch", "%unsampled " + at + " Lod" + offset, 4);
  }

  /** Of a texel in an image of storage, the face of a cube and its layer in one. */
  std::string texelCoordinate() {
    return vector(operand::COORDINATE, isCube(instruction.viewType) ? 3 : instruction.coordinates(), "int", "ivec");
  }

  Value read() { return instructionResult("Read", "%bound " + texelCoordinate(), 4); }

  Value write() {
    auto at = texelCoordinate();
    auto value = vector(operand::VALUE, 4, scalar(), vectors());
    code << "OpImageWrite %bound " << at << " " << value << "\n";
    return instructionResult("Read", "%bound " + at, 4);
  }

  Value atomic() {
    types << "%texel_pointer = OpTypePointer Image %" << scalar() << "\n";
    bool compares = instruction.atomic == "CompareExchange";
    auto at = texelCoordinate(), value = number(operand::VALUE, scalar());
    auto comparator = compares ? " " + number(operand::VALUE + 1, scalar()) : "";
    code << "%texel_at = OpImageTexelPointer %texel_pointer %texture " << at << " %zero\n"
         << "%before = OpAtomic" << instruction.atomic << " %" << scalar() << " %texel_at %one %zero "
         << (compares ? "%zero " : "") << value << comparator << "\n";
    return {"%before", 1, scalar()};
  }

  void footprint() {
    auto place = "uvec" + std::to_string(instruction.axes());
    types << "%footprint_result = OpTypeStruct %bool %" << place << " %" << place << " %uvec2 %uint %uint\n";
    auto at = vector(operand::COORDINATE, instruction.axes(), "float", "vec");
    auto operands = imageOperands();
    code << "%footprint = OpImageSampleFootprintNV %footprint_result %bound " << at << " "
         << constant(instruction.granularity) << (instruction.coarse ? " %true" : " %false") << operands << "\n";
    store(result::SINGLE, part("bool", "%footprint", "0"), "bool");
    auto list = [&](uint32_t to, int member, int count) {
      for (int n = 0; n < count; n++) {
        store(to + uint32_t(n), part("uint", "%footprint", std::to_string(member) + " " + std::to_string(n)), "uint");
      }
    };
    list(result::ANCHOR, 1, instruction.axes());
    list(result::OFFSET, 2, instruction.axes());
    list(result::MASK, 3, 2);
    store(result::LEVEL, part("uint", "%footprint", "4"), "uint");
    store(result::GRANULARITY, part("uint", "%footprint", "5"), "uint");
  }

  Value querySize() {
    int count = (isCube(instruction.viewType) ? 2 : instruction.axes()) + (instruction.arrayed() ? 1 : 0);
    auto level = number(operand::LEVEL, "int");
    code << "%unsampled = OpImage %image %bound\n%size = OpImageQuerySizeLod %"
         << (count == 1 ? "int" : "ivec" + std::to_string(count)) << " %unsampled " << level
         << "\n%levels = OpImageQueryLevels %int %unsampled\n%all = OpCompositeConstruct %ivec4 %size"
         << (count < 2 ? " %none" : "") << (count < 3 ? " %none" : "") << " %levels\n";
    return {"%all", 4, "int"};
  }

  /** In the order of their bits. */
  std::string imageOperands() {
    std::string mask;
    std::string values;
    auto add = [&](const std::string &name, const std::string &value) {
      mask += (mask.empty() ? "" : "|") + name;
      values += " " + value;
    };
    if (instruction.bias) add("Bias", number(operand::BIAS, "float"));
    bool samples = instruction.op == Op::sample || instruction.op == Op::footprint;
    if (samples && instruction.lod == Instruction::Lod::explicitly) {
      add("Lod", number(operand::LOD, "float"));
    }
    if (samples && instruction.lod == Instruction::Lod::gradients) {
      auto dx = vector(operand::DX, instruction.axes(), "float", "vec");
      add("Grad", dx + " " + vector(operand::DY, instruction.axes(), "float", "vec"));
    }
    switch (instruction.offset) {
    case Offset::none:
      break;
    case Offset::constant:
      add("ConstOffset", offsetOperand());
      break;
    case Offset::dynamic:
      add("Offset", vector(operand::OFFSET, instruction.axes(), "int", "ivec"));
      break;
    case Offset::four:
      add("ConstOffsets", fourOffsets());
      break;
    }
    if (instruction.minLod) add("MinLod", number(operand::MIN_LOD, "float"));
    return mask.empty() ? "" : " " + mask + values;
  }

  std::string offsetOperand() { return constantOffset(instruction.offsets[0], instruction.axes()); }

  std::string fourOffsets() {
    std::string parts;
    for (const auto &offset : instruction.offsets)
      parts += " " + constantOffset(offset, 2);
    auto count = constant(4), array = fresh(), name = fresh();
    types << array << " = OpTypeArray %ivec2 " << count << "\n"
          << name << " = OpConstantComposite " << array << parts << "\n";
    return name;
  }
};

} // namespace

int Instruction::axes() const {
  switch (viewType) {
  case vk::ImageViewType::e1D:
  case vk::ImageViewType::e1DArray:
    return 1;
  case vk::ImageViewType::e2D:
  case vk::ImageViewType::e2DArray:
    return 2;
  default:
    return 3;
  }
}

bool Instruction::arrayed() const {
  using Type = vk::ImageViewType;
  return viewType == Type::e1DArray || viewType == Type::e2DArray || viewType == Type::eCubeArray;
}

int Instruction::coordinates() const { return axes() + (arrayed() ? 1 : 0); }

std::vector<uint32_t> vertexShader() {
  return assemble(R"(OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main" %index %position
OpDecorate %index BuiltIn VertexIndex
OpDecorate %position BuiltIn Position
%void = OpTypeVoid
%entry = OpTypeFunction %void
%bool = OpTypeBool
%int = OpTypeInt 32 1
%float = OpTypeFloat 32
%vec4 = OpTypeVector %float 4
%index_pointer = OpTypePointer Input %int
%position_pointer = OpTypePointer Output %vec4
%one = OpConstant %int 1
%two = OpConstant %int 2
%near = OpConstant %float -1
%far = OpConstant %float 3
%f0 = OpConstant %float 0
%f1 = OpConstant %float 1
%index = OpVariable %index_pointer Input
%position = OpVariable %position_pointer Output
%main = OpFunction %void None %entry
%body = OpLabel
%n = OpLoad %int %index
%is_one = OpIEqual %bool %n %one
%is_two = OpIEqual %bool %n %two
%x = OpSelect %float %is_one %far %near
%y = OpSelect %float %is_two %far %near
%at = OpCompositeConstruct %vec4 %x %y %f0 %f1
OpStore %position %at
OpReturn
OpFunctionEnd
)");
}

std::vector<uint32_t> fragmentShader(const Instruction &instruction, uint32_t quadsInARow) {
  return assemble(FragmentText(instruction, quadsInARow).text());
}
