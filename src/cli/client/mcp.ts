import { createInterface } from 'node:readline';
import { answerMessage, failure } from '../../chat/integrations/language-models/protocol-client.ts';
import type { ApiRequest, CallApi } from '../../chat/integrations/language-models/tools-client.ts';
import { LIMITS } from '../../limits.ts';
import { selfPrintingWork } from '../declaration/command.ts';
import { ask } from './ask.ts';
import { findLogin, type LoginFlags } from './credentials.ts';

/** JSON-RPC's code of a message that is not JSON. */
const PARSE_ERROR = -32700;

/**
 * The stdio transport of the Model Context Protocol: one message a line, until the input ends. Answers with the REST
 * API of a running server.
 */
export const serveTools = selfPrintingWork(async (flags: LoginFlags): Promise<void> => {
  const login = await findLogin(flags);
  const call: CallApi = (request) => ask(login, withPath(request));
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const answer = await answerLine(call, line);
    if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
});

async function answerLine(call: CallApi, line: string) {
  if (line.length > LIMITS.delivery_bytes) return failure('The message is too long');
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return failure('The message is not valid JSON', PARSE_ERROR);
  }
  return answerMessage(call, message);
}

/** A request with the parameters of its path in the path. */
function withPath({ method, path, fields }: ApiRequest): ApiRequest {
  const rest = { ...fields };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { method, path: filled, fields: rest };
}
