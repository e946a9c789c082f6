import { Link } from 'lucide-react';
import { useContext } from 'react';
import { useCopy } from '../../../components/copy.tsx';
import { Icon } from '../../../components/icon.tsx';
import { headingAddress } from '../heading-address.ts';
import { TextPlaceContext } from '../text-place.ts';
import styles from './markdown.module.css';

/** Copies a browser address. Pointer only: screen readers would read a button per heading. Keyboard: L. */
export function HeadingLink({ id }: { readonly id: string }) {
  const copy = useCopy();
  const place = useContext(TextPlaceContext);
  const onClick = async () => copy(await headingAddress(place, id), 'Copied the link');
  return (
    <span
      className={styles.anchor}
      aria-hidden="true"
      title="Copy a link to this heading (L)"
      data-gutter
      onClick={() => void onClick()}
    >
      <Icon of={Link} />
    </span>
  );
}
