/**
 * Texts that look like messages to a search index: common and rare words, some Markdown, some Chinese. They are the
 * same in every run.
 */

const SYLLABLES = [
  'ba',
  'ko',
  'ren',
  'ti',
  'mar',
  'lo',
  'sen',
  'du',
  'fi',
  'gar',
  'pel',
  'no',
  'vi',
  'sta',
  'che',
  'run',
];
const CHINESE =
  '我们明天上午在会议室讨论新版本的发布计划请大家提前准备好问题数据库升级已经完成测试通过服务器运行正常谢谢同事帮助文档需要更新';

/** A pseudorandom number from 0 to 1 for each n, always the same. */
export function chance(n: number): number {
  let x = Math.imul(n + 0x9e3779b9, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

/** The word at a rank of the vocabulary. The first words are in most messages. */
export function word(rank: number): string {
  let text = '';
  for (let rest = rank + 17; rest > 0; rest = Math.floor(rest / 16)) text += SYLLABLES[rest % 16];
  return text;
}

const VOCABULARY = Array.from({ length: 20_000 }, (_, rank) => word(rank));

/** Message number n: 5 to 20 words, every fiftieth in Chinese, some with emphasis, code or a link. */
export function sentence(n: number): string {
  if (n % 50 === 49) return chinese(n);
  const words: string[] = [];
  const length = 5 + Math.floor(chance(n) * 16);
  // The frequency of a rank falls roughly as in natural language: rank ≈ e^(uniform).
  for (let i = 0; i < length; i++)
    words.push(VOCABULARY[Math.floor(VOCABULARY.length ** chance(n * 31 + i * 7919 + 1)) - 1]!);
  if (n % 7 === 0) words[1] = `**${words[1]}**`;
  if (n % 11 === 0) words[2] = `\`${words[2]}\``;
  if (n % 23 === 0) words.push(`https://example.com/${n}`);
  return words.join(' ');
}

function chinese(n: number): string {
  const start = Math.floor(chance(n) * (CHINESE.length - 20));
  return `${CHINESE.slice(start, start + 8 + Math.floor(chance(n + 1) * 12))}${n % 1000}`;
}

/** Searches for messages made of sentences. */
export const SEARCHES = {
  'a common word': word(3),
  'a usual word': word(300),
  'a rare word': word(15_000),
  'two words': `${word(20)} ${word(90)}`,
  'a phrase': `"${word(0)} ${word(2)}"`,
} as const;

export const SUBSTRING_SEARCHES = {
  'two characters': '会议',
  'three characters': '数据库',
  'six characters': '讨论新版本的',
} as const;
