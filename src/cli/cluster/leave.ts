import { Type } from 'typebox';
import { describeCopy, leaveCluster } from '../../kernel/cluster/copy-repository.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { type CommandOptions, databasePath, dataFolder } from '../../server/configuration.ts';
import { lockDataFolder } from '../../server/data-folder.ts';
import { work } from '../declaration/command.ts';

/** Makes the database of a stopped node one of a server on its own. */
export const leave = work({
  result: Type.Object({ data: Type.String() }),
  async run(options: CommandOptions) {
    const dataDir = dataFolder(options.data);
    const path = databasePath(dataDir);
    const unlock = await lockDataFolder(dataDir);
    try {
      if (describeCopy(path)?.secret === undefined)
        throw new Failure(EXIT.notFound, `There is no database of a cluster in ${dataDir}`);
      leaveCluster(path);
      return { data: dataDir };
    } finally {
      unlock();
    }
  },
  print: ({ data }) => say(`The database in ${data} belongs to no cluster any more.`),
});
