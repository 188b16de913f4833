import { printTable } from '../../kernel/terminal/output.ts';
import { localCommand, type Noun, operationCommand } from '../declaration/command.ts';
import { AS, argument } from '../declaration/parameters.ts';

export const emojiNoun: Noun = {
  about: 'manage custom emoji',
  commands: {
    add: localCommand({
      about: 'add a custom emoji from an image file',
      arguments: { name: argument('the name'), picture: argument('path of the image file') },
      flags: { as: AS },
      audit: 'parts',
      load: async () => (await import('./add.ts')).addEmoji,
    }),
    list: operationCommand({
      about: 'list custom emoji',
      operation: 'emoji-list',
      print: (emoji) =>
        printTable(
          ['id', 'name', 'author', 'picture'],
          emoji.map(({ id, name, author, url }) => [id, name, author, url]),
        ),
    }),
  },
};
