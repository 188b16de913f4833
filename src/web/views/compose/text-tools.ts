/** What the compose box does with a text before it sends it. It is loaded after the first view. */
export { withTidyBlocks } from './code-blocks.ts';
export { findSlashCommand } from './run-slash-command.ts';
