import './styles/tokens.css';
import './styles/ground.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { ToastProvider } from './components/toast.tsx';
import { ServiceProvider } from './service/service-context.tsx';
import { RegistryProvider } from './service/use-registry.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ToastProvider>
      <ServiceProvider>
        <RegistryProvider>
          <App />
        </RegistryProvider>
      </ServiceProvider>
    </ToastProvider>
  </StrictMode>,
);
