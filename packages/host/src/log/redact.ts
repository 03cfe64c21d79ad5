const secret = /(token|secret|passw|api[-_]?key|authorization|cookie|credential)/i;
/** Keys and tokens by their shapes: vendor prefixes, bearer headers, addresses with a token or a password. */
const shapes =
  /\b(?:sk|pk|rk|ghp|gho|ghu|ghs|github_pat|glpat|xox[abprs]|AKIA|ASIA|AIza)[-_A-Za-z0-9]{12,}|\bBearer\s+\S+|#token=[\w-]+|bureau\.token\.[\w-]+|(?<=:\/\/)[^\s/@:]+:[^\s/@]+(?=@)|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g;

/** Masks what looks like a secret, at any depth. Pure. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(shapes, '[masked]');
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 6) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, 100).map((one) => redact(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, secret.test(name) ? '[masked]' : redact(one, depth + 1)]),
  );
}
