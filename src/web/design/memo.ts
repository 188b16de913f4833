import { Component, type ComponentChild, type FunctionComponent, h } from 'preact';

/** A component that is rendered again only when one of its props changes. */
export function memo<P extends object>(View: FunctionComponent<P>): FunctionComponent<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = this.props as Record<string, unknown>;
      const after = next as Record<string, unknown>;
      return Object.keys({ ...before, ...after }).some((name) => before[name] !== after[name]);
    }
    override render(props: P): ComponentChild {
      return h(View as FunctionComponent<any>, props as any);
    }
  } as unknown as FunctionComponent<P>;
}
