import { useWords } from '../words/use-words.ts';
import { AgentsPart } from './agents-part.tsx';
import { BehaviourPart } from './behaviour-part.tsx';
import { DataPart } from './data-part.tsx';
import { GrantsPart } from './grants-part.tsx';
import { LookPart } from './look-part.tsx';
import { NeverPart } from './never-part.tsx';
import './settings.css';

/** Everything that can be chosen, and what Bureau never does. */
export default function Settings() {
  const say = useWords();
  return (
    <div className="settings">
      <h1 className="hero">{say('settings.title')}</h1>
      <LookPart />
      <BehaviourPart />
      <AgentsPart />
      <GrantsPart />
      <DataPart />
      <NeverPart />
    </div>
  );
}
