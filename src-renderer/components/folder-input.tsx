import { type RefObject, useCallback } from 'react';

/** Hidden; clicked by a button. */
export function FolderInput({
  ref,
  label,
  onFiles,
}: {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const prepare = useCallback(
    (element: HTMLInputElement | null) => {
      ref.current = element;
      // React has no property for it.
      if (element !== null) element.webkitdirectory = true;
    },
    [ref],
  );
  return (
    <input
      ref={prepare}
      type="file"
      multiple
      hidden
      aria-label={label}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        // Without a reset, choosing the same folder again would fire no event.
        event.currentTarget.value = '';
      }}
    />
  );
}
