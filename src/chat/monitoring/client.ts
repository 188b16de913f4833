import type { App } from '../../app.ts';
import { badRequest } from '../../kernel/errors.ts';
import { getReason } from '../../kernel/terminal/failure.ts';

/**
 * Reads the version of the newest signed release. Requests of several administrators at once are one. Throws for a
 * server that does not know where its releases are, and if the place cannot be read.
 */
export const readNewestVersion = (app: App): Promise<string> =>
  app.memory.releaseReading.run('newest', async () => {
    const { findRelease, getPlace: placeOf } = await import('../../kernel/release-files.ts');
    const newest = { from: undefined, version: undefined, key: undefined };
    try {
      return (await findRelease(placeOf(newest), newest)).version;
    } catch (error) {
      app.log.warn({ reason: getReason(error) }, 'the newest version could not be read');
      throw badRequest('The newest version could not be read. The server’s log says why.');
    }
  });
