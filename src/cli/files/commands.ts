import { localCommand, type Noun } from '../declaration/command.ts';
import { argument } from '../declaration/parameters.ts';

export const filesNoun: Noun = {
  about: 'move uploaded files between the data folder and other places',
  commands: {
    move: localCommand({
      about: 'move all files to a folder, to s3://BUCKET/PREFIX or to the data folder',
      arguments: { place: argument('absolute path of a folder, s3://BUCKET/PREFIX, or data for the data folder') },
      audit: 'files',
      load: async () => (await import('./move-files.ts')).moveFiles,
    }),
  },
};
