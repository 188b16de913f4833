/** A user of the API: an id, and the header that authenticates. */
export interface Caller {
  id: number;
  authorization: string;
}

export type Answer = Record<string, any>;

export const getCaller = ({ id, email, api_key }: { id: number; email: string; api_key: string }): Caller => ({
  id,
  authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
});

/** Sends a request to one of several processes. Returns the answer's fields with its status. */
export async function ask(
  { url }: { url: string },
  { authorization }: Caller,
  method: string,
  path: string,
  fields: Record<string, unknown> = {},
): Promise<Answer> {
  const form = new URLSearchParams(fields as Record<string, string>);
  const isRead = method === 'GET';
  const response = await fetch(`${url}/api/v1${path}${isRead ? `?${form}` : ''}`, {
    method,
    headers: { authorization, 'User-Agent': 'website' },
    ...(!isRead && { body: form }),
  });
  return { status: response.status, ...((await response.json()) as Answer) };
}
