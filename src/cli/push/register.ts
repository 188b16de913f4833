import { createInterface } from 'node:readline/promises';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { harmless, onTerminal, say } from '../../kernel/terminal/output.ts';
import type { Result } from '../../operations/operations.ts';
import { pushOperations } from '../../operations/push.ts';
import { runAnywhere, runOnlyInServer } from '../connection/run-operation.ts';
import { work } from '../declaration/command.ts';
import type { RegisterInput } from './commands.ts';

/** Registers this server with a push service after its operator agreed. */
export const register = work({
  result: pushOperations['push-register'].result!,
  async run({ service, hostname, email, transfer, agreeToTerms, ...options }: RegisterInput) {
    const proposal = await runAnywhere(options, 'push-proposal', { service, hostname, email });
    showProposal(proposal);
    if (transfer) say(`Takes over the registration of ${harmless(proposal.hostname)}: another server loses it.`);
    if (!agreeToTerms && !(await agrees()))
      throw new Failure(EXIT.usage, 'Nothing was sent. Answer yes, or use --agree-to-terms');
    // What was shown is what is sent.
    const shown = { service, hostname: proposal.hostname, email: proposal.contact_email };
    // The service asks this server for a proof, so a transfer needs one that is running.
    return transfer
      ? await runOnlyInServer(options, 'push-register', { ...shown, transfer, agreesToTerms: true })
      : await runAnywhere(options, 'push-register', { ...shown, agreesToTerms: true });
  },
  print({ service, hostname, delivers, upload_failure }: Result<'push-register'>) {
    say(`Registered with ${service} as ${hostname}. Zulip’s apps are notified from now on.`);
    if (upload_failure !== null)
      say(
        `The facts about the organization were not uploaded: ${harmless(upload_failure)}. They will be uploaded later.`,
      );
    if (delivers === false) say('The service does not deliver for this organization. See its plans.');
  },
});

function showProposal({ service, hostname, contact_email, terms, uploads }: Result<'push-proposal'>): void {
  say(`Push service: ${service}`);
  say(`Host name: ${harmless(hostname)}`);
  say(`Contact: ${harmless(contact_email)}`);
  say('Uploaded now and every six hours:');
  for (const [name, value] of Object.entries(uploads))
    say(`  ${name}: ${harmless(typeof value === 'string' ? value : JSON.stringify(value))}`);
  say('With each notification: the sender, the conversation and, unless push-content is off, the text.');
  say(`Terms: ${terms ?? `ask the operator of ${service}`}`);
}

async function agrees(): Promise<boolean> {
  if (!onTerminal()) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question('Do you agree to the terms of the service? (yes/no) ')).trim());
  } finally {
    terminal.close();
  }
}
