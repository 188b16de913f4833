import { styleText } from 'node:util';
import { harmless } from '../../kernel/terminal/output.ts';

/** What a message holds that is printed. */
export interface Message {
  id: number;
  type: 'stream' | 'private';
  display_recipient: string | { email: string; full_name: string }[];
  subject: string;
  sender_full_name: string;
  sender_email: string;
  timestamp: number;
  content: string;
}

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
    `${dim(time)} ${dim(harmless(where))} ${bold(`${harmless(message.sender_full_name)}:`)} ${harmless(message.content)}`,
  );
}

const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });
const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });
