/** The decoder of Draco, which its package has without types. */
declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  export default function createDecoderModule(options: { readonly wasmBinary: Uint8Array }): Promise<unknown>;
}
