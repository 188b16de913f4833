import type { Directory } from '../../src/markdown/directory.ts';

const USERS: { id: number; full_name: string; is_active?: boolean }[] = [
  { id: 9, full_name: 'Ada Lovelace' },
  { id: 10, full_name: "Mia O'Neil <b>" },
  { id: 11, full_name: 'Twin' },
  { id: 12, full_name: 'Twin' },
  { id: 13, full_name: 'Gone', is_active: false },
];
const GROUPS = [
  { id: 5, name: 'designers' },
  { id: 6, name: 'disbanded', deactivated: true },
];
const CHANNELS = [
  { id: 7, name: 'design' },
  { id: 8, name: 'Büro (R&D) 2.0' },
];

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The users, groups and channels of the Markdown tests. */
export const directory: Directory = {
  usersNamed: (name) => USERS.filter((user) => same(user.full_name, name)),
  userById: (id) => USERS.find((user) => user.id === id),
  realmEmoji: (name) => (name === 'parrot' ? { source_url: '/user_avatars/1/emoji/images/0a.gif' } : undefined),
  groupNamed: (name) => GROUPS.find((group) => same(group.name, name)),
  channelById: (id) => CHANNELS.find((channel) => channel.id === id),
  origin: 'https://chat.example',
  channelNamed: (name) => CHANNELS.find((channel) => same(channel.name, name)),
};
