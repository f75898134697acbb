import { Choice } from '../../components/choice.tsx';
import type { TableColumn } from '../data/design-table.ts';

interface MeasureChoiceProps {
  readonly label: string;
  readonly measures: readonly TableColumn[];
  /** Name of a measure; null before one is chosen. */
  readonly value: string | null;
  readonly onChange: (name: string) => void;
}

export function MeasureChoice({ label, measures, value, onChange }: MeasureChoiceProps) {
  const names = measures.map(({ name }) => [name, name] as const);
  const options = value === null ? [['', 'choose a measure'] as const, ...names] : names;
  return <Choice {...{ label, options, onChange }} value={value ?? ''} />;
}
