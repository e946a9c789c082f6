import { Button } from '../../components/button.tsx';
import { Mark } from '../../components/mark.tsx';
import { formatClock, plural } from '../../text/format.ts';
import type { FixedCause } from './fixed-causes.ts';
import styles from './problems.module.css';
import { Title } from './title.tsx';

export function FixedRow({
  fixed: { cause, at },
  onHide,
}: {
  readonly fixed: FixedCause;
  readonly onHide: () => void;
}) {
  const { length } = cause.places;
  return (
    <div className={styles.fixed}>
      <Mark name="done" tone="good" />
      <p>
        <span role="status">
          <b>
            Fixed: <Title of={cause.title} />.
          </b>{' '}
          {length === 1 ? 'The one place' : `All ${plural(length, 'place')}`}, at{' '}
          {formatClock(at, new Date())}.
        </span>
      </p>
      <Button look="bare" onClick={onHide}>
        Hide
      </Button>
    </div>
  );
}
