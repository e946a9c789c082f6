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
import { site } from './site/site.ts';
import { createSiteApi } from './site/site-api.ts';
import { createStores } from './stores/stores.ts';
import { browserClock, browserPage } from './stores/surroundings.ts';
import { StoresProvider } from './stores/use-stores.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const ask: typeof fetch = (...args) => fetch(...args);
const stores = createStores({
  ...(site === undefined
    ? { api: createApiClient(ask), openStream: openStatusStream }
    : { api: createSiteApi(ask, site.address), openStream: undefined }),
  bridge: desktop,
  clock: browserClock,
  page: browserPage(site?.address),
});
stores.start();
rememberScrolling();
void goToFirstQuestion().then(() =>
  createRoot(root).render(
    <StrictMode>
      <ToastProvider>
        <StoresProvider stores={stores}>
          <App />
        </StoresProvider>
      </ToastProvider>
    </StrictMode>,
  ),
);
