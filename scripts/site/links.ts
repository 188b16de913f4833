import { posix } from 'node:path';
import { type DefaultTreeAdapterMap, parse, serialize, defaultTreeAdapter as tree } from 'parse5';
import { fileAt } from './contents.ts';

export type Element = DefaultTreeAdapterMap['element'];
type Parent = DefaultTreeAdapterMap['parentNode'];

/** All elements below a node, in the order of the document. */
export function* listElements(node: Parent): Generator<Element> {
  for (const child of node.childNodes) {
    if (!tree.isElementNode(child)) continue;
    yield child;
    yield* listElements(child);
  }
}

export const getAttribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

/**
 * Makes the links of a page relative to its file. Links to a running server lose their target: what they name is not in
 * the site.
 */
export function makeRelative(page: string, file: string): string {
  const document = parse(page);
  for (const element of listElements(document))
    for (const attribute of element.attrs) {
      if (!['href', 'src', 'srcset', 'action'].includes(attribute.name) || !attribute.value.startsWith('/')) continue;
      if (attribute.value.startsWith('/#')) element.attrs = element.attrs.filter((one) => one !== attribute);
      else attribute.value = relativeTo(file, attribute.value);
    }
  return serialize(document);
}

/** The link from a file of the site to what a server has at this path. */
export function relativeTo(file: string, link: string): string {
  const [path = '', fragment] = link.split('#', 2);
  const to = posix.relative(posix.dirname(file), fileAt(path));
  return fragment === undefined ? to : `${to}#${fragment}`;
}
