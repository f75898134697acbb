import { partSharesText, shareRows } from '../../../simulate/compare/share-text.ts';
import type { ErrorShare } from '../../../simulate/compare/error-shares.ts';
import { DataTable } from '../../components/data-table.tsx';
import './error-shares.css';

interface ErrorSharesProps {
  /** "the picture", or "this pixel". */
  readonly where: string;
  /** Null where there is no difference, and undefined before it is known. */
  readonly shares: readonly ErrorShare[] | null | undefined;
}

/** The parts of the unit that a difference of A and B comes from, and the fields in a table. */
export function ErrorShares({ where, shares }: ErrorSharesProps) {
  const rows = shareRows(shares ?? null);
  return (
    <details class="error-shares">
      <summary>Why A and B differ in {where}</summary>
      <p class="share-parts">
        {shares === undefined ? '…' : shares === null ? 'They do not.' : partSharesText(shares)}
      </p>
      <DataTable
        caption={`Shares of the fields in ${where}`}
        head={['field', 'part of the unit', 'share']}
        rows={rows.map(([field, part, share]) => ({ cells: [field, part, <ShareBar key={field} share={share} />] }))}
      />
      <p class="note">
        A field's share of the squared difference. The fields of B are put into A one after the other, in the order of
        the data and in the opposite one. A negative share makes up for differences of others.
      </p>
    </details>
  );
}

function ShareBar({ share }: { readonly share: string }) {
  return (
    <span class="share">
      <span class="share-bar" style={{ width: share.replace('-', '').replace(' ', '') }} />
      {share}
    </span>
  );
}
