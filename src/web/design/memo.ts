import { Component, type ComponentChild, type ComponentClass, type FunctionComponent, h } from 'preact';

/** A component that is rendered again only when one of its props changes. */
export function memo<P extends object>(View: FunctionComponent<P>): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = this.props as Record<string, unknown>;
      const after = next as Record<string, unknown>;
      return Object.keys({ ...before, ...after }).some((name) => before[name] !== after[name]);
    }
    override render(props: P): ComponentChild {
      return h(View, props);
    }
  };
}
