import { Type } from 'typebox';
import { OneOf } from '../../kernel/http/schema.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { work } from '../declaration/command.ts';
import { type Finding, runChecks } from './checks.ts';

const MARKS = { fact: ' ', well: '✓', warning: '!', problem: '✗' } as const;

/** Prints a report on this server and its machine. It contains no secrets, so it can be shared. */
export const doctor = work({
  result: Type.Array(
    Type.Object({ name: Type.String(), state: OneOf('fact', 'well', 'warning', 'problem'), text: Type.String() }),
  ),
  async run(options: CommandOptions) {
    const findings: Finding[] = [];
    for await (const finding of runChecks(options)) {
      findings.push(finding);
      // The checks take time, so the text comes line by line.
      if (!options.json) console.log(`${MARKS[finding.state]} ${finding.name.padEnd(16)} ${finding.text}`);
    }
    return findings;
  },
  fails(findings) {
    const problems = findings.filter(({ state }) => state === 'problem').map(({ name }) => name);
    if (problems.length === 0) return undefined;
    const exit = problems.includes('integrity') ? EXIT.damaged : EXIT.failure;
    return new Failure(exit, `${counted(problems.length, 'problem')}: ${problems.join(', ')}`);
  },
});
