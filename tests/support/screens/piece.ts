const VOID = new Set(['input', 'br', 'img', 'link']);

/** Part of a document without a browser: as much of it as React and the screens ask for. */
export class Piece extends EventTarget {
  nodeType: number;
  nodeName: string;
  nodeValue = '';
  namespaceURI = 'http://www.w3.org/1999/xhtml';
  ownerDocument: PageDocument;
  parentNode: Piece | null = null;
  childNodes: Piece[] = [];
  attributes: Record<string, string> = {};
  style = { setProperty: () => {} };
  scrollTop = 0;
  open = false;
  classList = { add: () => {}, remove: () => {} };

  constructor(ownerDocument: PageDocument, name: string, nodeType = 1) {
    super();
    this.ownerDocument = ownerDocument;
    this.nodeName = name.toUpperCase();
    this.nodeType = nodeType;
  }
  get tagName() {
    return this.nodeName;
  }
  get localName() {
    return this.nodeName.toLowerCase();
  }
  get parentElement() {
    return this.parentNode;
  }
  get firstChild(): Piece | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): Piece | null {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling(): Piece | null {
    return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null;
  }
  get nextElementSibling(): Piece | null {
    return this.nextSibling;
  }
  get isConnected(): boolean {
    return this === this.ownerDocument.documentElement || (this.parentNode?.isConnected ?? false);
  }
  get id() {
    return this.attributes.id ?? '';
  }
  get name() {
    return this.attributes.name ?? '';
  }
  set name(name: string) {
    if (name) this.attributes.name = name;
  }
  get dataset() {
    return { action: this.attributes['data-action'] };
  }
  get textContent(): string {
    return this.nodeType === 3 ? this.nodeValue : this.childNodes.map((one) => one.textContent).join('');
  }
  set textContent(text: string) {
    for (const one of this.childNodes) one.parentNode = null;
    this.childNodes = [];
    if (text) this.appendChild(this.ownerDocument.createTextNode(text));
  }
  get data() {
    return this.nodeValue;
  }
  /** Of a select. */
  get options() {
    return this.all().filter(({ localName }) => localName === 'option');
  }
  /** Of a form, those in its foot too. */
  get elements() {
    const page = this.ownerDocument.documentElement.all();
    const own = page.filter((one) => this.contains(one) || one.attributes.form === this.id);
    const controls = own.filter(({ localName }) => /input|select|textarea|button/.test(localName));
    return Object.assign(controls, {
      namedItem: (wanted: string) => controls.find(({ name }) => name === wanted) ?? null,
    });
  }
  appendChild(one: Piece) {
    return this.insertBefore(one, null);
  }
  append(one: Piece) {
    this.insertBefore(one, null);
  }
  insertBefore(one: Piece, before: Piece | null) {
    one.parentNode?.removeChild(one);
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, one);
    one.parentNode = this;
    return one;
  }
  removeChild(one: Piece) {
    this.childNodes = this.childNodes.filter((other) => other !== one);
    one.parentNode = null;
    if (!this.ownerDocument.activeElement?.isConnected)
      this.ownerDocument.activeElement = this.ownerDocument.body;
    return one;
  }
  contains(other: Piece | null): boolean {
    return other !== null && (other === this || this.contains(other.parentNode));
  }
  setAttribute(name: string, value: unknown) {
    this.attributes[name.toLowerCase()] = String(value);
  }
  removeAttribute(name: string) {
    delete this.attributes[name.toLowerCase()];
  }
  getAttribute(name: string) {
    return this.attributes[name] ?? null;
  }
  hasAttribute(name: string) {
    return name in this.attributes;
  }
  /** Everything in it, in order. */
  all(): Piece[] {
    return this.childNodes.flatMap((one) => (one.nodeType === 1 ? [one, ...one.all()] : []));
  }
  /** Of selectors of one tag, class, id or attribute each; the last of those that stand one in the other. */
  matches(selector: string): boolean {
    return selector.split(/,\s*/).some((one) => {
      const [, tag, rest = ''] = /^([\w-]*)(.*)$/.exec(one.split(/[\s>]+/).at(-1) ?? '') ?? [];
      if (tag && tag !== this.localName) return false;
      return [...rest.matchAll(/\.([\w-]+)|#([\w-]+)|\[([\w-]+)(?:="([^"]*)")?\]/g)].every(
        ([, style, id, name, value]) =>
          style
            ? (this.attributes.class ?? '').split(' ').includes(style)
            : id
              ? this.id === id
              : name === 'open'
                ? this.open
                : value === undefined
                  ? this.hasAttribute(name ?? '')
                  : this.getAttribute(name ?? '') === value,
      );
    });
  }
  querySelectorAll(selector: string) {
    return this.all().filter((one) => one.matches(selector));
  }
  querySelector(selector: string) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  closest(selector: string): Piece | null {
    return this.matches(selector) ? this : (this.parentNode?.closest(selector) ?? null);
  }
  focus() {
    const page = this.ownerDocument;
    const can =
      this.hasAttribute('tabindex') || /^(input|select|textarea|button|a|summary)$/.test(this.localName);
    if (can && this.isConnected && !this.hasAttribute('disabled')) page.activeElement = this;
  }
  select() {}
  scrollIntoView() {}
  scrollTo() {}
  private opener: Piece | null = null;
  showModal() {
    this.open = true;
    this.opener = this.ownerDocument.activeElement;
  }
  close() {
    this.open = false;
    this.opener?.focus();
  }
  get outerHTML(): string {
    if (this.nodeType === 3) return this.nodeValue.replaceAll('<', '&lt;');
    if (this.nodeType !== 1) return '';
    const on = (this as { checked?: boolean }).checked ? { checked: '' } : {};
    const given = Object.entries({ ...this.attributes, ...on }).map(([name, value]) => ` ${name}="${value}"`);
    const inside = this.childNodes.map((one) => one.outerHTML).join('');
    return `<${this.localName}${given.join('')}>${VOID.has(this.localName) ? '' : `${inside}</${this.localName}>`}`;
  }
}

/** The document around them. */
export class PageDocument extends EventTarget {
  nodeType = 9;
  title = '';
  visibilityState = 'visible';
  documentElement: Piece = new Piece(this, 'html');
  body: Piece = this.documentElement.appendChild(new Piece(this, 'body'));
  activeElement: Piece | null = this.body;
  defaultView = { HTMLIFrameElement: class {} };

  createElement(name: string) {
    return new Piece(this, name);
  }
  createElementNS(_space: string, name: string) {
    return new Piece(this, name);
  }
  createTextNode(text: string) {
    const node = new Piece(this, '#text', 3);
    node.nodeValue = text;
    return node;
  }
  querySelector(selector: string) {
    return this.documentElement.querySelector(selector);
  }
  querySelectorAll(selector: string) {
    return this.documentElement.querySelectorAll(selector);
  }
}
