import { Link } from 'lucide-react';
import { useContext } from 'react';
import { useCopy } from '../../../components/copy.tsx';
import { Icon } from '../../../components/icon.tsx';
import { headingAddress } from '../heading-address.ts';
import { TextPlaceContext } from '../text-place.ts';
import styles from './markdown.module.css';

/**
 * Copies an address that opens this heading in a browser. For the pointer alone: a button in each heading would be
 * read with its name. The keyboard has the key L.
 */
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
