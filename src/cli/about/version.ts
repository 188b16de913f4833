import { Type } from 'typebox';
import { FEATURE_LEVEL, VERSION } from '../../kernel/config.ts';
import { work } from '../declaration/command.ts';

export const version = work({
  result: Type.Object({ version: Type.String(), zulip_feature_level: Type.Integer(), node: Type.String() }),
  run: () => ({ version: VERSION, zulip_feature_level: FEATURE_LEVEL, node: process.version }),
  print: ({ version }) => console.log(version),
});
