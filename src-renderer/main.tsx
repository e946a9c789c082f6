import './styles/tokens.css';
import './styles/ground.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApiClient } from './api/api-client.ts';
import { openStatusStream } from './api/status-stream.ts';
import { App } from './app.tsx';
import { ToastProvider } from './components/toast.tsx';
import { desktop } from './desktop.ts';
import { goToFirstQuestion } from './frame/use-desktop.ts';
import { rememberScrolling } from './route/scroll-memory.ts';
import { browserClock, browserPage } from './world/surroundings.ts';
import { WorldProvider } from './world/use-world.tsx';
import { createWorld } from './world/world.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const world = createWorld({
  api: createApiClient((...args) => fetch(...args)),
  openStream: openStatusStream,
  bridge: desktop,
  clock: browserClock,
  page: browserPage(),
});
world.start();
rememberScrolling();
void goToFirstQuestion().then(() =>
  createRoot(root).render(
    <StrictMode>
      <ToastProvider>
        <WorldProvider world={world}>
          <App />
        </WorldProvider>
      </ToastProvider>
    </StrictMode>,
  ),
);
