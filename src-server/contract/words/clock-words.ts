/** `09:14` today, else `18 Nov 09:14`, in the time zone of this machine. `at`: milliseconds since 1970. */
export function clockWords(at: number, now: Date): string {
  const date = new Date(at);
  const clock = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === now.toDateString()) return clock;
  return `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${clock}`;
}
