/**
 * The checker of texunit: the rules of D3D11.3 and Vulkan for designs, results and states, and the explanation of a
 * single result. Nothing here needs Node.
 *
 * @module
 */
// Checks of designs and of measured results against the specifications
export { check, type CheckProgress, type Verdict } from './checker/check.ts';
export { minimize, type Minimum, type Narrowing, NotConforming } from './checker/minimize/minimize.ts';
export { type Profile, PROFILE_NAMES, profileOf, withText } from './checker/profiles.ts';
export { ACCESS_FEATURES, type AccessFeature } from './specification/texels/reading.ts';
export { checkHtml } from './checker/report/check-html.ts';
export { checkJson } from './checker/report/check-json.ts';
export { checkJunit } from './checker/report/check-junit.ts';
export type { CheckReport } from './checker/report/check-report.ts';
export { checkResults, type ResultsCheck } from './checker/closest/check-results.ts';
export type { Standard } from './checker/judge/judge-lanes.ts';
export { type MeasuredTrace, readMeasuredTrace } from './checker/judge/measured-trace.ts';
export type { Effort, Finding, Plot, Rule, Witness } from './checker/rule.ts';
export { ALL_RULES } from './checker/rules/all-rules.ts';
export { designSubject, type Subject } from './checker/subject.ts';
export { checkRequest, checkState, stateViolations, ValidityError } from './validity/check-state.ts';
export { resolveState } from './validity/resolved-state.ts';
export { UNDEFINED_POLICIES, type UndefinedPolicy } from './validity/undefined-policy.ts';

// The origin of a single result
export { type Answered, explain } from './explain/explain.ts';
export { type RequestChoice, TraceToExplain } from './explain/explain-trace.ts';
export type {
  CapturedResult,
  Ellipse,
  Explanation,
  FilterBox,
  FootprintTap,
  LevelFootprint,
  RemainingResults,
  Section,
  Step,
  StepTable,
} from './explain/explanation.ts';
export { explanationHtml } from './explain/explanation-html.ts';
export { explanationText } from './explain/explanation-text.ts';
