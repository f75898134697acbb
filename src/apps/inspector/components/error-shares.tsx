import { partSharesText, shareRows } from '../../../simulate/compare/share-text.ts';
import type { ErrorShare } from '../../../simulate/compare/error-shares.ts';
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
      <table>
        <thead>
          <tr>
            {['field', 'part of the unit', 'share'].map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([field, part, share]) => (
            <tr key={field}>
              <td>{field}</td>
              <td>{part}</td>
              <td class="share">
                <span class="share-bar" style={{ width: share.replace('-', '').replace(' ', '') }} />
                {share}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">
        A field's share of the squared difference. The fields of B are put into A one after the other, in the order of
        the data and in the opposite one. A negative share makes up for differences of others.
      </p>
    </details>
  );
}
