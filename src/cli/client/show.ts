import { styleText } from 'node:util';
import { type Static, Type } from 'typebox';
import { OneOf } from '../../kernel/http/schema.ts';
import { harmless } from '../../kernel/terminal/output.ts';

/** What a message contains that is printed. */
export const Message = Type.Object({
  id: Type.Integer(),
  type: OneOf('stream', 'private'),
  display_recipient: Type.Union([
    Type.String(),
    Type.Array(Type.Object({ email: Type.String(), full_name: Type.String() })),
  ]),
  subject: Type.String(),
  sender_full_name: Type.String(),
  sender_email: Type.String(),
  timestamp: Type.Integer(),
  content: Type.String(),
});
export type Message = Static<typeof Message>;

/** One line of JSON, or for people who, where and what. */
export function printMessage(message: Message, { json }: { json?: boolean }): void {
  if (json) {
    console.log(JSON.stringify(message));
    return;
  }
  const time = new Date(message.timestamp * 1000).toLocaleString('sv-SE').slice(0, 16);
  const where =
    typeof message.display_recipient === 'string'
      ? `#${message.display_recipient} > ${message.subject || 'general chat'}`
      : message.display_recipient.map(({ full_name }) => full_name).join(', ');
  console.log(
    `${dim(time)} ${dim(harmless(where))} ${makeBold(`${harmless(message.sender_full_name)}:`)} ${harmless(message.content)}`,
  );
}

const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });
const makeBold = (text: string): string => styleText('bold', text, { stream: process.stdout });
