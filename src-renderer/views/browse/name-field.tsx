import { TextField } from '../../components/fields.tsx';
import styles from './browse.module.css';
import type { BrowseFilters } from './browse-filters.ts';

/** Above the list, or in the filter sheet. */
export function NameField({
  filters,
  onChange,
}: {
  readonly filters: BrowseFilters;
  readonly onChange: (filters: BrowseFilters) => void;
}) {
  return (
    <TextField
      type="search"
      className={styles.byName}
      aria-label="Filter by name"
      placeholder="Filter by name"
      spellCheck={false}
      value={filters.name}
      onChange={(event) => onChange({ ...filters, name: event.currentTarget.value })}
    />
  );
}
