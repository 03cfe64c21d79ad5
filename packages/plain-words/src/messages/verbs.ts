/** The verbs that English messages begin with: as «does»: [as a question or an order, as done]. */
export const english: Readonly<Record<string, readonly [string, string]>> = Object.fromEntries(
  (
    [
      ...regular(
        'Ask Add Adjust Apply Back Call Change Check Clean Clone Close Combine Commit Compare Compress Configure',
      ),
      ...regular(
        'Connect Convert Copy Count Create Delete Deploy Display Download Empty Enable Disable End Erase Export',
      ),
      ...regular(
        'Fetch Fill Fix Format Import Include Install Join Keep List Load Lock Look Make Mark Merge Mount Move',
      ),
      ...regular(
        'Name Open Order Overwrite Pack Pause Play Prepare Print Process Publish Push Pull Record Release Remove',
      ),
      ...regular(
        'Rename Replace Request Reset Restart Restore Resume Return Save Scale Search Sign Sort Start Stop Store',
      ),
      ...regular(
        'Switch Test Tidy Track Translate Turn Try Unlock Unpack Update Upgrade Upload Use Wait Watch Wipe Work',
      ),
      ...regular(
        'Rewrite Reapply Resolve Hand Allow Edit Record Tag Attach Detach Log Change Hide Schedule Encrypt Decrypt',
      ),
      ...regular(
        'Cancel Approve Review Comment Register Unregister Repeat Measure Show Trust Block Follow Divide Exchange Share',
      ),
      ['Asks', 'Ask', 'Asked'],
      ['Begins', 'Begin', 'Began'],
      ['Brings', 'Bring', 'Brought'],
      ['Builds', 'Build', 'Built'],
      ['Drops', 'Drop', 'Dropped'],
      ['Finds', 'Find', 'Found'],
      ['Gets', 'Get', 'Got'],
      ['Gives', 'Give', 'Gave'],
      ['Goes', 'Go', 'Went'],
      ['Hides', 'Hide', 'Hid'],
      ['Keeps', 'Keep', 'Kept'],
      ['Lets', 'Let', 'Let'],
      ['Logs', 'Log', 'Logged'],
      ['Makes', 'Make', 'Made'],
      ['Overwrites', 'Overwrite', 'Overwrote'],
      ['Puts', 'Put', 'Put'],
      ['Reads', 'Read', 'Read'],
      ['Resets', 'Reset', 'Reset'],
      ['Rewrites', 'Rewrite', 'Rewrote'],
      ['Runs', 'Run', 'Ran'],
      ['Sees', 'See', 'Saw'],
      ['Sends', 'Send', 'Sent'],
      ['Sets', 'Set', 'Set'],
      ['Shows', 'Show', 'Showed'],
      ['Shuts', 'Shut', 'Shut'],
      ['Speaks', 'Speak', 'Spoke'],
      ['Stops', 'Stop', 'Stopped'],
      ['Takes', 'Take', 'Took'],
      ['Tells', 'Tell', 'Told'],
      ['Tags', 'Tag', 'Tagged'],
      ['Throws', 'Throw', 'Threw'],
      ['Undoes', 'Undo', 'Undid'],
      ['Wipes', 'Wipe', 'Wiped'],
      ['Writes', 'Write', 'Wrote'],
      ['Cancels', 'Cancel', 'Cancelled'],
      ['Commits', 'Commit', 'Committed'],
    ] as const
  ).map(([does, ask, did]) => [does, [ask, did]]),
);

function regular(bases: string): (readonly [string, string, string])[] {
  return bases.split(' ').map((base) => {
    const softY = /[^aeiou]y$/.test(base);
    const does = softY ? `${base.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(base) ? `${base}es` : `${base}s`;
    const did = softY ? `${base.slice(0, -1)}ied` : base.endsWith('e') ? `${base}d` : `${base}ed`;
    return [does, base, did] as const;
  });
}

/** The endings of Korean messages: as «does»: [as a question, as done]. Longer endings come first. */
export const korean: readonly (readonly [string, readonly [string, string]])[] = (
  [
    ['내려받습니다', '내려받을까요?', '내려받았습니다'],
    ['가져옵니다', '가져올까요?', '가져왔습니다'],
    ['되돌립니다', '되돌릴까요?', '되돌렸습니다'],
    ['만듭니다', '만들까요?', '만들었습니다'],
    ['지웁니다', '지울까요?', '지웠습니다'],
    ['바꿉니다', '바꿀까요?', '바꿨습니다'],
    ['보냅니다', '보낼까요?', '보냈습니다'],
    ['끝냅니다', '끝낼까요?', '끝냈습니다'],
    ['꺼냅니다', '꺼낼까요?', '꺼냈습니다'],
    ['읽습니다', '읽을까요?', '읽었습니다'],
    ['찾습니다', '찾을까요?', '찾았습니다'],
    ['받습니다', '받을까요?', '받았습니다'],
    ['넣습니다', '넣을까요?', '넣었습니다'],
    ['묶습니다', '묶을까요?', '묶었습니다'],
    ['묻습니다', '물을까요?', '물었습니다'],
    ['잇습니다', '이을까요?', '이었습니다'],
    ['봅니다', '볼까요?', '봤습니다'],
    ['씁니다', '쓸까요?', '썼습니다'],
    ['켭니다', '켤까요?', '켰습니다'],
    ['끕니다', '끌까요?', '껐습니다'],
    ['엽니다', '열까요?', '열었습니다'],
    ['풉니다', '풀까요?', '풀었습니다'],
    ['둡니다', '둘까요?', '두었습니다'],
    ['줍니다', '줄까요?', '주었습니다'],
    ['뺍니다', '뺄까요?', '뺐습니다'],
    ['붙입니다', '붙일까요?', '붙였습니다'],
    ['웁니다', '울까요?', '웠습니다'],
    ['춥니다', '출까요?', '췄습니다'],
    ['깁니다', '길까요?', '겼습니다'],
    ['립니다', '릴까요?', '렸습니다'],
    ['킵니다', '킬까요?', '켰습니다'],
    ['칩니다', '칠까요?', '쳤습니다'],
    ['옵니다', '올까요?', '왔습니다'],
    ['나갑니다', '나갈까요?', '나갔습니다'],
    ['합니다', '할까요?', '했습니다'],
  ] as const
).map(([does, ask, did]) => [does, [ask, did]]);
