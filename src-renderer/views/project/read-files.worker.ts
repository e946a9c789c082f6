import type { FoundFiles } from './project-files.ts';
import { readFiles } from './read-files.ts';

addEventListener('message', ({ data }: MessageEvent<FoundFiles>) => {
  void readFiles(data).then((project) => postMessage(project));
});
