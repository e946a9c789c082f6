import './styles/tokens.css';
import './styles/ground.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { render } from 'preact';
import { App } from './app.tsx';
import { createCache, followService } from './data/cache.ts';
import { site } from './data/host.ts';
import { createServiceQueries, createSiteQueries, QueriesProvider } from './data/page-queries.ts';
import { ToastProvider } from './ui/toast.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const ask: typeof fetch = (...args) => fetch(...args);
const queries = site === undefined ? createServiceQueries(ask) : createSiteQueries(ask, site.address);
const cache = createCache();
followService(cache);
render(
  <QueryClientProvider client={cache}>
    <QueriesProvider value={queries}>
      <ToastProvider>
        <App />
      </ToastProvider>
    </QueriesProvider>
  </QueryClientProvider>,
  root,
);
