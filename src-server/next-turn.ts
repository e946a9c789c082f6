interface Timers {
  readonly setImmediate?: (callback: () => void) => unknown;
}

const { setImmediate } = globalThis as Timers;

/** Lets other work run. Also in the page, where a timer may wait 4 ms. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate === undefined) postTurn(resolve);
    else setImmediate(resolve);
  });
}

function postTurn(resolve: () => void): void {
  const { port1, port2 } = new MessageChannel();
  Object.assign(port1, {
    onmessage: () => {
      port1.close();
      resolve();
    },
  });
  port2.postMessage(undefined);
}
