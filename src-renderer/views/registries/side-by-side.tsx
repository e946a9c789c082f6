import type { DiffLine } from '../../../src-server/contract/clients/connect.ts';
import type { ChangedFile } from '../../../src-server/contract/service/registry-work.ts';
import { DiffBox } from '../../components/diff-box.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { useMedia } from '../../components/use-media.ts';
import { WITHOUT_COLUMN } from '../../components/widths.ts';
import { Revealed } from '../../text/revealed.tsx';
import { pairedLines } from './paired-lines.ts';
import styles from './update-page.module.css';
export function SideBySide({
  label,
  places,
  change,
}: {
  readonly label: string;
  readonly places: readonly (readonly DiffLine[])[];
  readonly change: ChangedFile['change'];
}) {
  const isNarrow = useMedia(WITHOUT_COLUMN);
  if (isNarrow || change !== 'changed') return <DiffBox label={label} diff={places.flat()} />;
  return (
    <ScrollBox className={`${styles.beside}`} label={label}>
      <table>
        <thead className="hidden-text">
          <tr>
            <th scope="col">Old text</th>
            <th scope="col">New text</th>
          </tr>
        </thead>
        {places.map((lines, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of a file never move
          <tbody key={place}>
            {pairedLines(lines).map(({ old, now, isSame }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a place never move
              <tr key={index}>
                <td data-kind={isSame || old === undefined ? undefined : 'removed'}>
                  {old !== undefined && <Revealed text={old} />}
                </td>
                <td data-kind={isSame || now === undefined ? undefined : 'added'}>
                  {now !== undefined && <Revealed text={now} />}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollBox>
  );
}
