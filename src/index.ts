/**
 * texunit as a library: a bit-exact, cycle-approximate model of a GPU texture unit. Nothing here needs Node, so all of
 * it runs in a browser, and a bundle holds only what a program uses: a first sample takes less than 72 KB, compressed.
 * `texunit/designs` reads designs, `texunit/traces` requests and results, `texunit/checker` judges and explains them.
 * Functions that read and write files are in `texunit/node`.
 *
 * The unit of work is a quad of 2x2 pixels. Requests come in a `QuadBatch`. Texels lie in the `TexelMemory` that
 * `layOutImages` makes of `ImageSource`s. A `TextureState` names the image and the sampler of a request. A `Design`
 * sets the widths, depths and speeds of the unit.
 *
 * - `TextureUnit` gives the results without a clock. `Pipeline` gives the same bits cycle by cycle and accounts for
 *   every cycle of every stage.
 * - `simulate` draws a `Scene` with either of them, `RequestSampler` of `texunit/traces` replays a request trace.
 * - A `PipelineObserver` watches a run from within. The writers of waveforms and logs are observers.
 *
 * The README shows a first sample.
 *
 * @module
 */

// Designs
export type {
  AddressDesign,
  CacheDesign,
  Design,
  FilterDesign,
  LimitsDesign,
  LodDesign,
  PipelineDesign,
} from '../rtl-model/design/design.ts';
export { DesignError } from '../rtl-model/design/design.ts';
export { checkWidths } from '../rtl-model/design/widths.ts';
export { PRESETS } from './designs/presets.ts';

// Fixed point and the conversions of D3D11.3 3.1 and 3.2
export { fits, fixed, type FixedFormat, saturate, unsignedFixed } from '../rtl-model/fixed-point/format.ts';
export { ROUNDING_MODES, type RoundingMode, roundShift, roundToInteger } from '../rtl-model/fixed-point/rounding.ts';
export { fixedToFloat, floatToFixed } from '../rtl-model/fixed-point/float-to-fixed.ts';
export { floatToSnorm, floatToUnorm, snormToFloat, unormToFloat } from '../rtl-model/fixed-point/unorm.ts';
export { linearToSrgb, srgbToLinear } from '../rtl-model/fixed-point/srgb.ts';
export { floatToHalf, halfToFloat } from '../rtl-model/fixed-point/float16.ts';
export {
  float10ToFloat,
  float11ToFloat,
  floatToFloat10,
  floatToFloat11,
} from '../rtl-model/fixed-point/small-float.ts';
export { bitsToFloat, floatBits, flushDenorm, maxNumber, minNumber } from '../rtl-model/fixed-point/float32.ts';

// Images, samplers and requests
export type { Image, ImageSource } from '../rtl-model/memory/image.ts';
export { layOutImages, type TexelMemory } from '../rtl-model/memory/lay-out-images.ts';
export { NOT_GIVEN, QUAD_LANES, QuadBatch } from '../rtl-model/registers/quad-batch.ts';
export {
  ADDRESS_MODES,
  type AddressMode,
  DEFAULT_SAMPLER,
  type Filter,
  FILTERS,
  LOD_CLAMP_NONE,
  type Sampler,
} from '../rtl-model/state/sampler.ts';
export {
  type Instruction,
  LOD_SOURCES,
  type LodSource,
  OPERATIONS,
  type Operation,
} from '../rtl-model/state/instruction.ts';
export { type ImageView, VIEW_TYPES, type ViewType, type WeightView } from '../rtl-model/state/image-view.ts';
export { wholeView } from '../rtl-model/state/image-view.ts';
export { d3d11Instruction } from '../rtl-model/state/d3d11-instruction.ts';
export { d3d11Sampler, type D3D11SamplerState } from '../rtl-model/state/d3d11-sampler.ts';
export type { LaneExtras } from '../rtl-model/registers/lane-extras.ts';
export type { TexelFormat } from '../rtl-model/formats/texel-format.ts';
export { TEXEL_FORMATS } from '../rtl-model/formats/texel-formats.ts';
export { UNCOMPRESSED_FORMATS } from '../rtl-model/formats/uncompressed-formats.ts';

// The unit, without a clock and with one
export type { TextureState } from '../rtl-model/state/texture-state.ts';
export { TextureUnit } from '../rtl-model/texture-unit.ts';
export type { Account, UnitAccount } from '../pipeline/stages/account.ts';
export { type Cause, CAUSES } from '../pipeline/counters/causes.ts';
export type { QuadLatency } from '../pipeline/counters/latency-histogram.ts';
export type { PassView, PipelineObserver } from '../pipeline/stages/observer.ts';
export { AccessPipeline } from '../pipeline/accesses/access-pipeline.ts';
export type { IssuedAccesses } from '../pipeline/accesses/access-quads.ts';
export { Pipeline, type QuadSink } from '../pipeline/pipeline.ts';
export { ACTIVITIES, type Activity, type Stage, STAGES } from '../pipeline/stages/stages.ts';

// Traces
export { AccessBatch } from '../traces/accesses/access-batch.ts';
export { AccessObserver } from '../traces/accesses/access-observer.ts';
export { GoldenVectors } from './forms/golden/golden-vectors.ts';
export { ofQuads } from '../traces/stages/observers.ts';
export { Relayout } from '../traces/accesses/relayout.ts';
export { TexelLocator } from '../traces/accesses/texel-locator.ts';
export { checkVcd, VcdChecker } from '../traces/stages/vcd-check.ts';
export { fanOut } from '../traces/stages/observers.ts';
export { KanataWriter } from '../traces/stages/kanata.ts';
export { PerfettoWriter } from '../traces/stages/perfetto.ts';
export { storeRequest } from '../traces/requests/request-batch.ts';
export { SilentObserver } from '../traces/stages/observers.ts';
export { TexelTraceObserver } from '../traces/accesses/texel-trace-writer.ts';
export type { TextSink } from '../traces/encodings/text-sink.ts';
export { TraceError } from '../traces/encodings/trace-error.ts';
export { VcdWriter } from '../traces/stages/vcd.ts';
export { RegisterCheck } from '../traces/stages/register-check.ts';
export { registersOfStates, StateRegisters } from '../rtl-model/registers/state-registers.ts';
export { windowed } from '../traces/stages/observers.ts';

// Replay of accesses and requests
export { BeladyOptimum } from './experiments/replay/locality/belady.ts';
export { CacheReplay } from './experiments/replay/caches/many-replays.ts';
export { type LineBatch, LineStream, type PassLineBatch } from './experiments/replay/caches/line-stream.ts';
export { type LineLocality, LineStudy } from './experiments/replay/locality/line-study.ts';
export { type MissClasses, missClasses } from './experiments/replay/locality/miss-curve.ts';
export type { MissCurve } from './experiments/replay/locality/miss-curve.ts';
export { TexelHeat } from './experiments/replay/locality/texel-heat.ts';
export { TexelStudy } from './experiments/replay/locality/texel-study.ts';
export { TimeLine } from './experiments/replay/locality/time-line.ts';
export { WayCurve } from './experiments/replay/locality/way-curve.ts';
export { type LookupListener, ManyReplays } from './experiments/replay/caches/many-replays.ts';
export { PipelineReplay } from './experiments/replay/pipelines/pipeline-replay.ts';
export { ReplayStudy } from './experiments/replay/replay-study.ts';
export type { ReplayTotals } from './experiments/replay/caches/lookup-levels.ts';
export { replayHtml } from './experiments/replay/report/replay-html.ts';
export { replayJson } from './experiments/replay/report/replay-json.ts';
export type { ReplayReport } from './experiments/replay/report/replay-report.ts';
export { igehyStudy } from './experiments/studies/igehy.ts';

// Pictures and scenes
export { CAMERA_PATHS, cameraAt, type CameraPath } from './pictures/scenes/camera-path.ts';
export { requests, type Scene } from './pictures/scenes/scene.ts';
export { SCENES } from './pictures/scenes/standard-scenes.ts';
export { type TraversalOrder, TRAVERSALS } from './pictures/scenes/traversal.ts';
export { checkerboard } from './pictures/textures/checkerboard.ts';
export { colourLevels } from './pictures/textures/level-colours.ts';
export { buildMipChain } from './pictures/downsampler/mip-chain.ts';
export { type Picture, PictureError } from './pictures/textures/picture.ts';

// Mip chains of a single-pass downsampler, and KTX 2.0
export {
  type Cost,
  type CostedImage,
  type Exchange,
  EXCHANGES,
  levelByLevelCost,
  savedBytes,
  singlePassCost,
} from './pictures/downsampler/cost.ts';
export { type Dispatch, fullLevels, planDispatches } from './pictures/downsampler/dispatch-plan.ts';
export { downsample, type DownsampleOptions } from './pictures/downsampler/downsample.ts';
export { GroupTraceWriter } from './pictures/downsampler/group-trace.ts';
export {
  alphaWeight,
  type Arithmetic,
  ARITHMETICS,
  cornerWeights,
  type Reduction,
  type TexelWeight,
} from './pictures/downsampler/reduction.ts';
export {
  type FinishingOrder,
  type GroupObserver,
  type HandOverEvent,
  type Region,
  runGroups,
  type TileEvent,
} from './pictures/downsampler/workgroups.ts';
export { encodeKtx2, type Ktx2Image } from './pictures/containers/write-ktx2.ts';

// Simulations and their reports
export { heatPicture } from './platform/pages/heat-picture.ts';
export { htmlReport } from './simulate/report/html.ts';
export { type Ratios, ratiosOf, type Report } from './simulate/report/report.ts';
export { FILTER_MODES, type FilterMode, filtersOf } from './simulate/filter-modes.ts';
export { PassMap } from './simulate/pass-map.ts';
export { type Mode, MODES, type SamplingUnit, samplingUnit } from './simulate/sampling-unit.ts';
export {
  countQuads,
  type FrameSimulation,
  simulate,
  simulateFrames,
  type Simulation,
  type SimulationResult,
  type View,
} from './simulate/simulate.ts';

// Multisampled pictures and their resolve
export { decodeExr, encodeExr } from './pictures/resolve/exr.ts';
export { edgePicture } from './pictures/resolve/edge-picture.ts';
export { display } from './pictures/resolve/display.ts';
export {
  EXAMPLE_MACHINE,
  type InstructionCost,
  type ResolveCost,
  resolveCost,
  resolveMilliseconds,
  type ShaderMachine,
  tapsPerMillisecond,
} from './pictures/resolve/cost.ts';
export { equalWeights, FIVE_TAPS, SAMPLE_COUNTS, type Tap, tapsOf } from './pictures/resolve/kernel.ts';
export type { LightPicture, MultisamplePicture } from './pictures/resolve/multisample-picture.ts';
export { MOST_RECIPROCAL_BITS, type ReciprocalPrecision } from './pictures/resolve/reciprocal.ts';
export { resolve, RESOLVE_METHODS, type ResolveMethod, type ResolveSettings } from './pictures/resolve/resolve.ts';
export { SAMPLE_POSITIONS } from '../rtl-model/state/multisample-positions.ts';
