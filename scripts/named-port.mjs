/**
 * The arguments of a script, where npm kept an option for itself: of `npm start --port 8712` only the number arrives.
 * Nothing else begins with a number.
 */
export function withNamedPort(args) {
  return /^\d{1,5}$/.test(args[0] ?? '') ? ['--port', ...args] : args;
}
