import type { Chip } from '@bureau/contracts';

/** What a text in SQL does, by the words that its statements begin with; undefined where it is no SQL. */
export function sqlChips(text: string): readonly Chip[] | undefined {
  const plain = text.replace(/--[^\n]*|\/\*[\s\S]{0,2000}?\*\//g, ' ');
  if (!starts.test(plain)) return undefined;
  const chips: Chip[] = ['database'];
  if (/\b(?:drop|truncate)\s+\w|\bdelete\s+from\b|\balter\s+table\b[\s\S]{0,500}?\bdrop\b/i.test(plain))
    chips.push('deletes');
  if (
    /\b(?:insert|replace|merge)\s+(?:\w+\s+)?into\b|\bupdate\b[\s\S]{1,500}?\bset\b|\b(?:alter|create|copy|rename)\s+\w/i.test(
      plain,
    )
  )
    chips.push('changes');
  if (/\b(?:grant|revoke)\b[\s\S]{1,300}?\b(?:to|from)\b/i.test(plain)) chips.push('permissions');
  if (chips.length === 1) chips.push('reads');
  return chips;
}

const starts =
  /(?:^|;)\s*(?:\(?\s*select\b[\s\S]|with\s+(?:recursive\s+)?\w+[\s\S]{0,200}?\bas\b|insert\s+(?:\w+\s+)?into\b|update\s+\S+[\s\S]{1,500}?\bset\b|delete\s+from\b|drop\s+(?:table|database|schema|view|index|user|role|column|function|trigger|sequence|type|extension|materialized|collection|keyspace)\b|truncate\b|alter\s+(?:table|database|schema|user|role|view|index|system)\b|create\s+(?:or\s+replace\s+|unique\s+|temp(?:orary)?\s+|materialized\s+)*(?:table|database|schema|view|index|user|role|function|trigger|extension|procedure)\b|grant\s+\w|revoke\s+\w|explain\b|show\s+(?:tables|databases|columns|index|create|schemas)\b|describe\s+\w|pragma\b|vacuum\b|merge\s+into\b|replace\s+into\b|copy\s+\w|begin\b|call\s+\w|exec(?:ute)?\s+\w)/i;
