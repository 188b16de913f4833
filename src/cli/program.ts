import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { VERSION } from '../kernel/config.ts';
import { ApiError } from '../kernel/errors.ts';
import { unpackInto } from '../kernel/natives.ts';
import { dataFolder } from './configuration.ts';
import { EXIT, Failure } from './failure.ts';
import { clients } from './nouns/clients.ts';
import { aboutItself, configuration, inspection, safety } from './nouns/operation.ts';
import { channels, organization, people } from './nouns/people.ts';
import { runningIt } from './nouns/running.ts';
import { addEverywhere } from './options.ts';
import { setLoudness } from './say.ts';

/** Finds the command in the arguments and runs it; what only one command needs is loaded by it alone. */
export async function main(argv: readonly string[]): Promise<void> {
  // Whoever reads our output may have enough of it: `klatch openapi | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  try {
    await program().parseAsync(argv);
  } catch (error) {
    // What commander refuses it has already explained.
    if (error instanceof CommanderError) {
      if (error.code === 'commander.invalidArgument' && !error.message.startsWith('error:')) console.error(`klatch: ${error.message}`);
      process.exit(error.exitCode === 0 ? 0 : EXIT.usage);
    }
    if (!(error instanceof Failure || error instanceof ApiError)) throw error;
    console.error(`klatch: ${error.message}`);
    process.exit(error instanceof Failure ? error.exit : EXIT.failure);
  }
}

/** All commands, as they are declared; each loads its work when it is called. */
export function program(): Command {
  const klatch = new Command('klatch')
    .description('Team chat in one executable, spoken to by Zulip’s own clients. Without a command: serve.')
    .exitOverride()
    .hook('preAction', (_, action) => {
      setLoudness(action.opts());
      unpackInto(join(dataFolder(action.opts().data), 'cache'));
    })
    .version(VERSION);
  for (const add of [runningIt, people, channels, organization, clients, safety, inspection, configuration, aboutItself]) add(klatch);
  addEverywhere(klatch);
  return klatch;
}
