import type { AgentFound, AgentId } from '@bureau/contracts';
import { agentName } from '../app/agents.ts';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Icon } from '../parts/icon.tsx';
import { Note } from '../parts/note.tsx';
import { useWords } from '../words/use-words.ts';
import type { MessageId, Say } from '../words/words.ts';
import { inOrder, isReady } from './agents.ts';

const practice: AgentFound = {
  agent: 'practice',
  path: '',
  version: null,
  tested: 'tested',
  testedRange: '',
  login: 'yes',
};
const about: Record<AgentId, MessageId> = {
  claude: 'agent.claude.about',
  codex: 'agent.codex.about',
  practice: 'agent.practice.about',
};
/** What a person types once, in a terminal, to get it and to log in. */
const commands: Record<string, { readonly get: string; readonly login: string; readonly page: string }> = {
  claude: {
    get: 'npm install -g @anthropic-ai/claude-code',
    login: 'claude',
    page: 'https://www.claude.com/product/claude-code',
  },
  codex: { get: 'npm install -g @openai/codex', login: 'codex login', page: 'https://developers.openai.com/codex' },
};

/** Who does it: what was found on this computer, in which state, and what to do about the rest. */
export function AgentChoice({
  agents,
  chosen,
  busy,
  failed,
  onPick,
  onLook,
}: {
  readonly agents: readonly AgentFound[];
  readonly chosen: AgentId;
  readonly busy: boolean;
  readonly failed: string | null;
  readonly onPick: (agent: AgentId) => void;
  readonly onLook: () => void;
}) {
  const say = useWords();
  const all = agents.some(({ agent }) => agent === 'practice') ? agents : [...agents, practice];
  const sorted = inOrder(all);
  const usable = sorted.filter((found) => found.agent === 'practice' || isReady(found));
  const others = sorted.filter((found) => !usable.includes(found));
  return (
    <fieldset className="start-part">
      <legend>{say('start.who')}</legend>
      <div className="stack tight">
        {usable.map((found) => (
          <label key={found.agent} className="choice">
            <input type="radio" name="agent" checked={found.agent === chosen} onChange={() => onPick(found.agent)} />
            <span className="words">
              <span className="name">{agentName(found.agent, say)}</span>
              <span className="soft small">{say(about[found.agent])}</span>
              <State found={found} say={say} />
            </span>
          </label>
        ))}
        {others.map((found) => (
          <Missing key={found.agent} found={found} />
        ))}
        {failed !== null && <Note tone="warn">{failed}</Note>}
        <p className="row small soft" role="status">
          {busy && (
            <>
              <span className="spinner" /> {say('agent.looking')}
            </>
          )}
        </p>
        {!busy && (others.length > 0 || failed !== null) && (
          <div className="row">
            <Button slim icon="rewind" onClick={onLook}>
              {say('agent.lookAgain')}
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  );
}

function State({ found, say }: { readonly found: AgentFound; readonly say: Say }) {
  if (found.agent === 'practice') return null;
  const untested = found.tested === 'newer' || found.tested === 'older';
  return (
    <span className="small agent-state">
      <Icon name="check" />
      {say(found.login === 'yes' ? 'agent.ready' : 'agent.found')}
      {untested && ` ${say(found.tested === 'newer' ? 'agent.newer' : 'agent.older')}`}
    </span>
  );
}

function Missing({ found }: { readonly found: AgentFound }) {
  const say = useWords();
  const name = agentName(found.agent, say);
  const how = commands[found.agent];
  const absent = found.path === null;
  return (
    <div className="choice missing">
      <span className="words">
        <span className="name">{name}</span>
        <span className="soft small">
          {absent ? say('agent.absent') : (found.problem?.message ?? say('agent.loggedOut'))}
        </span>
        {how && (
          <Fold title={say(absent ? 'agent.howToGet' : 'agent.howToLogIn')} className="small">
            <p>{say(absent ? 'agent.getSteps' : 'agent.loginSteps', { name })}</p>
            <pre className="exact">{absent ? `${how.get}\n${how.login}` : how.login}</pre>
            {absent && (
              <p>
                <a href={how.page} target="_blank" rel="noreferrer">
                  {say('agent.page', { name })}
                </a>
              </p>
            )}
          </Fold>
        )}
      </span>
    </div>
  );
}
