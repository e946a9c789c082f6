import { type DiskReader, type FileReading, isSameStamp } from './disk-reader.ts';

const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST_TEXT = 1024 * 1024;
/** Since the last read. */
const KEPT_MS = 10_000;

type Text = Extract<FileReading, { ok: true }>;

/** For `recent` requests: a changed text is read once. */
export function rememberTexts(reader: DiskReader): DiskReader {
  const texts = new Map<string, Text>();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const forget = (place: string) => {
    bytes -= texts.get(place)?.bytes.length ?? 0;
    texts.delete(place);
  };
  const remember = (place: string, text: Text) => {
    if (text.bytes.length > LARGEST_TEXT || bytes + text.bytes.length > MOST_BYTES) return;
    texts.set(place, text);
    bytes += text.bytes.length;
    timer ??= setTimeout(() => {
      texts.clear();
      bytes = 0;
      timer = undefined;
    }, KEPT_MS).unref();
    timer.refresh();
  };
  return {
    ...reader,
    read(request) {
      const {
        path,
        inside,
        stamp,
        maxSize,
        from = 0,
        length = Number.POSITIVE_INFINITY,
        recent = false,
      } = request;
      const place = `${inside}\0${path}`;
      const known = recent && from === 0 ? texts.get(place) : undefined;
      const isUsable =
        known !== undefined &&
        known.bytes.length <= Math.min(maxSize, length) &&
        (stamp === undefined || isSameStamp(known.stamp, stamp));
      if (isUsable) return known;
      const reading = reader.read(request);
      forget(place);
      if (reading.ok && from === 0 && reading.bytes.length === reading.stamp.size) remember(place, reading);
      return reading;
    },
  };
}
