import { withTidyBlocks } from './code-blocks.ts';
import { findSlashCommand } from './run-slash-command.ts';

/** What the compose box does with a text before it sends it. It is loaded after the first view. */
export const textTools = { tidy: withTidyBlocks, findCommand: findSlashCommand };
