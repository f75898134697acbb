import type { Node, Primitive } from '@gltf-transform/core';
import { type Mat4, product } from '../vector.ts';
import type { GltfFile } from './document.ts';

import type { VertexMatrix } from './primitive-draw.ts';

/**
 * The matrix of each vertex of a skinned primitive, from the joints' pose in the file (glTF 2.0, 3.7.3.3). The node's
 * own matrix is not used. Null if the primitive has no weights.
 *
 * @param worlds world matrices of all nodes of the scene, by node number
 */
export function skinMatrices(
  { document }: GltfFile,
  node: Node,
  primitive: Primitive,
  worlds: ReadonlyMap<number, Mat4>,
): VertexMatrix | null {
  const skin = node.getSkin();
  const joints = primitive.getAttribute('JOINTS_0');
  const weights = primitive.getAttribute('WEIGHTS_0');
  if (skin === null || joints === null || weights === null) return null;
  const nodes = document.getRoot().listNodes();
  const inverse = skin.getInverseBindMatrices();
  const matrices = skin.listJoints().map((joint, n): Mat4 | null => {
    const world = worlds.get(nodes.indexOf(joint));
    if (world === undefined) return null;
    if (inverse === null) return world;
    return product(world, inverse.getElement(n, new Array<number>(16).fill(0)));
  });
  const joint = [0, 0, 0, 0];
  const weight = [0, 0, 0, 0];
  const sum = new Array<number>(16).fill(0);
  return (vertex) => {
    joints.getElement(vertex, joint);
    weights.getElement(vertex, weight);
    sum.fill(0);
    const whole = weight[0] + weight[1] + weight[2] + weight[3];
    for (let k = 0; k < 4; k++) {
      const matrix = matrices[joint[k]];
      if (weight[k] > 0 && matrix) for (let n = 0; n < 16; n++) sum[n] += (weight[k] / whole) * matrix[n];
    }
    return sum;
  };
}
