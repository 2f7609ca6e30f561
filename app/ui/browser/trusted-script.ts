type Policy = { createScriptURL: (address: string) => string };
type Policies = { createPolicy: (name: string, rules: Policy) => Policy };

/** The address of a worker's script, in browsers with Trusted Types by a policy of this name, which trusts no other; once a page. */
export function trustedScript(name: string, address: string): string {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  return policies?.createPolicy(name, { createScriptURL: () => address }).createScriptURL('') ?? address;
}
