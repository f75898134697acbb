/** Vulkan, Floating-Point Computation: individual results of operations outside of shaders are as accurate as this. */
export const FLOAT_ACCURACY = 1e-5;
