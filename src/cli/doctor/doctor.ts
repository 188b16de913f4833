import { Type } from 'typebox';
import { OneOf } from '../../kernel/http/schema.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import { work } from '../declaration/command.ts';
import { runChecks } from './checks.ts';
import type { DoctorInput } from './commands.ts';
import type { Finding } from './finding.ts';
import type { PublicOptions } from './public-checks.ts';

const MARKS = { fact: ' ', well: '✓', warning: '!', problem: '✗' } as const;

const publicChecks = async (options: PublicOptions) => (await import('./public-checks.ts')).runPublicChecks(options);

/** Prints a report on this server and its machine. It contains no secrets, so it can be shared. */
export const doctor = work({
  result: Type.Array(
    Type.Object({ name: Type.String(), state: OneOf('fact', 'well', 'warning', 'problem'), text: Type.String() }),
  ),
  async run({ public: isPublic, ...options }: DoctorInput) {
    const findings: Finding[] = [];
    for await (const finding of isPublic ? await publicChecks(options) : runChecks(options)) {
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
    return new Failure(exit, `${countWords(problems.length, 'problem')}: ${problems.join(', ')}`);
  },
});
