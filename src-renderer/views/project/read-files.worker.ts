import { type FolderFiles, readFiles } from './project-files.ts';

addEventListener('message', ({ data }: MessageEvent<FolderFiles>) => {
  void readFiles(data).then((project) => postMessage(project));
});
