import { request } from '../../server/request.ts';
import { quoteTimes } from '../../store/local/quote-times.ts';
import { store } from '../../store/store.ts';
import { formatDateTime, formatTimeOrDay } from '../../text/format.ts';

const MOST = 1000;

/** Replaces the text of a link to a quoted message by the message's time, if the user can read the message. */
export async function showTime(link: HTMLAnchorElement, id: number): Promise<void> {
  const time = store.messages.peek().all.get(id)?.timestamp ?? (await findTime(id));
  if (time === undefined) return;
  link.textContent = formatTimeOrDay(time);
  link.title = formatDateTime(time);
}

function findTime(id: number): Promise<number | undefined> {
  const { fetched } = quoteTimes;
  if (fetched.size >= MOST) fetched.clear();
  const time = fetched.get(id) ?? fetchTime(id);
  fetched.set(id, time);
  return time;
}

/** Asks for the times of all quotations that are rendered in one task by one request. */
async function fetchTime(id: number): Promise<number | undefined> {
  quoteTimes.wanted ??= startBatch();
  quoteTimes.wanted.ids.push(id);
  return (await quoteTimes.wanted.times).get(id);
}

function startBatch(): NonNullable<typeof quoteTimes.wanted> {
  const ids: number[] = [];
  const fetchTimes = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    quoteTimes.wanted = undefined;
    const reply = await request('GET /messages', { message_ids: ids, allow_empty_topic_name: true });
    return new Map(reply.messages.map(({ id, timestamp }) => [id, timestamp]));
  };
  return { ids, times: fetchTimes().catch(() => new Map<number, number>()) };
}
