/** Everything the practice agent says, in one language. */
export interface Words {
  readonly hello: (wish: string) => string;
  readonly question: string;
  readonly questionWhy: string;
  readonly colours: readonly { readonly label: string; readonly description: string; readonly css: string }[];
  readonly noColour: string;
  readonly pageTitle: string;
  readonly pageText: string;
  readonly writeWhy: string;
  readonly written: (page: string) => string;
  readonly notWritten: string;
  readonly draftNote: string;
  readonly deleteWhy: string;
  readonly deleted: string;
  readonly notDeleted: string;
  readonly outsideWhy: string;
  readonly looked: string;
  readonly notLooked: string;
  readonly clockWhy: (file: string) => string;
  readonly clockRuns: (file: string) => string;
  readonly noClock: string;
  readonly heard: (words: string) => string;
  readonly failed: (detail: string) => string;
  readonly end: string;
  readonly again: string;
  readonly later: string;
  readonly steered: (words: string) => string;
}

const en: Words = {
  hello: (wish) =>
    `Hello! I am the practice agent. I am no AI: I play a short scene, so that you get to know cards and Stop. What I do here is real, on this computer, in this folder.\n\nYou asked: “${wish}”. Whatever it was, I will make a small web page. First, a question.`,
  question: 'Which colour should the page have?',
  questionWhy: 'Agents ask when they cannot know what you would like.',
  colours: [
    { label: 'Blue', description: 'Calm', css: '#dbe9ff' },
    { label: 'Green', description: 'Fresh', css: '#dff5e1' },
    { label: 'Sand', description: 'Warm', css: '#f6ecd9' },
  ],
  noColour: 'You did not choose, so I take the first one.',
  pageTitle: 'Hello from practice',
  pageText: 'The practice agent of Bureau made this page.',
  writeWhy:
    'I want to write the page and a note. Look at the card: it says which files. Yes makes them, No leaves everything as it is.',
  written: (page) => `The page is there: open ${page} and have a look.`,
  notWritten: 'Fine, I wrote nothing.',
  draftNote: 'A note that is not needed any more.',
  deleteWhy:
    'The note is not needed any more. I want to delete it. Deleting has a card of its own, in a colour that warns.',
  deleted: 'The note is gone.',
  notDeleted: 'Fine, the note stays.',
  outsideWhy:
    'Now something that I do not need: I want to see what lies in your home folder. That is outside the folder you gave me, and the card says so. You may well say No.',
  looked: 'I saw the names of what is there, and did nothing with them.',
  notLooked: 'Quite right. I go on without it.',
  clockWhy: (file) =>
    `Last, I want to leave something running: a clock that writes the time into ${file} every five seconds, also when I am done.`,
  clockRuns: (file) =>
    `The clock runs in the background. It goes on after my turn; you see it under what is running. Press Stop, and it stops: ${file} does not grow any more.`,
  noClock: 'Fine, nothing runs in the background.',
  heard: (words) => `You said: “${words}”. A real agent would follow that; I can only play my scene.`,
  failed: (detail) => `That did not work: ${detail}`,
  end: 'That was my scene. Write “again” to see it once more, press Stop to end everything, or choose a real agent for real work.',
  again: 'again',
  later: 'I am only the practice agent and know nothing but my scene. Write “again” to see it once more.',
  steered: (words) => `I heard you while I worked: “${words}”.`,
};

const ko: Words = {
  hello: (wish) =>
    `안녕하세요! 저는 연습용 에이전트입니다. AI가 아니라, 카드와 중지를 익히실 수 있도록 짧은 장면을 보여 드립니다. 여기서 하는 일은 이 컴퓨터의 이 폴더에서 실제로 일어납니다.\n\n요청하신 내용: “${wish}”. 무엇이었든 저는 작은 웹 페이지를 만들겠습니다. 먼저 한 가지 여쭙겠습니다.`,
  question: '페이지를 어떤 색으로 할까요?',
  questionWhy: '에이전트는 원하시는 것을 알 수 없을 때 물어봅니다.',
  colours: [
    { label: '파랑', description: '차분하게', css: '#dbe9ff' },
    { label: '초록', description: '산뜻하게', css: '#dff5e1' },
    { label: '모래색', description: '따뜻하게', css: '#f6ecd9' },
  ],
  noColour: '고르지 않으셨으니 첫 번째 색으로 하겠습니다.',
  pageTitle: '연습에서 보내는 인사',
  pageText: 'Bureau의 연습용 에이전트가 이 페이지를 만들었습니다.',
  writeWhy:
    '페이지와 메모를 쓰려고 합니다. 카드에 어떤 파일인지 나와 있습니다. 예를 누르면 만들어지고, 아니요를 누르면 그대로입니다.',
  written: (page) => `페이지가 생겼습니다. ${page}을 열어 보세요.`,
  notWritten: '알겠습니다. 아무것도 쓰지 않았습니다.',
  draftNote: '이제 필요 없는 메모입니다.',
  deleteWhy: '메모가 더는 필요 없어서 지우려고 합니다. 지우는 일에는 경고하는 색의 카드가 따로 나옵니다.',
  deleted: '메모를 지웠습니다.',
  notDeleted: '알겠습니다. 메모는 그대로 둡니다.',
  outsideWhy:
    '이번에는 필요 없는 일입니다. 홈 폴더에 무엇이 있는지 보려고 합니다. 주신 폴더의 바깥이고, 카드에도 그렇게 나옵니다. 아니요라고 하셔도 됩니다.',
  looked: '그곳에 있는 이름만 보았고, 아무 일도 하지 않았습니다.',
  notLooked: '맞습니다. 그것 없이 계속하겠습니다.',
  clockWhy: (file) =>
    `마지막으로 무언가를 켜 두려고 합니다. 제 차례가 끝난 뒤에도 5초마다 ${file}에 시각을 쓰는 시계입니다.`,
  clockRuns: (file) =>
    `시계가 뒤에서 돌고 있습니다. 제 차례가 끝나도 계속되며, 실행 중인 항목에 보입니다. 중지를 누르면 멈추고 ${file}는 더 늘어나지 않습니다.`,
  noClock: '알겠습니다. 뒤에서 도는 것은 없습니다.',
  heard: (words) => `말씀하신 내용: “${words}”. 진짜 에이전트라면 따르겠지만, 저는 제 장면만 보여 드릴 수 있습니다.`,
  failed: (detail) => `잘되지 않았습니다: ${detail}`,
  end: '제 장면은 여기까지입니다. 다시 보시려면 “다시”라고 쓰세요. 모두 끝내려면 중지를 누르고, 실제 일은 진짜 에이전트에게 맡기세요.',
  again: '다시',
  later: '저는 연습용 에이전트라 제 장면밖에 모릅니다. 다시 보시려면 “다시”라고 쓰세요.',
  steered: (words) => `일하는 동안 들었습니다: “${words}”.`,
};

const zhTW: Words = {
  hello: (wish) =>
    `你好！我是練習用的代理。我不是 AI，只演一小段，讓你認識卡片和「停止」。我在這裡做的事都是真的，就在這台電腦的這個資料夾裡。\n\n你的要求是：「${wish}」。不管是什麼，我都會做一個小網頁。先問你一個問題。`,
  question: '網頁要用什麼顏色？',
  questionWhy: '代理不知道你想要什麼的時候，就會問。',
  colours: [
    { label: '藍色', description: '沉靜', css: '#dbe9ff' },
    { label: '綠色', description: '清新', css: '#dff5e1' },
    { label: '沙色', description: '溫暖', css: '#f6ecd9' },
  ],
  noColour: '你沒有選，我就用第一個。',
  pageTitle: '來自練習的問候',
  pageText: '這個網頁是 Bureau 的練習代理做的。',
  writeWhy: '我想寫這個網頁和一張便條。請看卡片：上面寫著是哪些檔案。按「是」就會建立，按「否」一切照舊。',
  written: (page) => `網頁做好了：打開 ${page} 看看吧。`,
  notWritten: '好的，我什麼都沒寫。',
  draftNote: '這張便條已經用不到了。',
  deleteWhy: '便條用不到了，我想刪除它。刪除會有一張警示顏色的卡片。',
  deleted: '便條刪掉了。',
  notDeleted: '好的，便條留著。',
  outsideWhy:
    '接下來是我其實不需要的事：我想看看你的個人資料夾裡有什麼。那在你給我的資料夾外面，卡片上也這麼寫。你大可以說「否」。',
  looked: '我只看了那裡的名稱，什麼也沒做。',
  notLooked: '說得對。我不看也能繼續。',
  clockWhy: (file) => `最後，我想讓一個東西繼續執行：一個時鐘，每五秒把時間寫進 ${file}，我做完之後也一樣。`,
  clockRuns: (file) =>
    `時鐘正在背景執行。我的回合結束後它還會繼續，你可以在「正在執行」看到它。按「停止」，它就會停下，${file} 不再變長。`,
  noClock: '好的，背景沒有東西在執行。',
  heard: (words) => `你說：「${words}」。真的代理會照做；我只會演我的這一段。`,
  failed: (detail) => `沒有成功：${detail}`,
  end: '我的這一段演完了。想再看一次就寫「再一次」，要結束一切請按「停止」，真正的工作請選真的代理。',
  again: '再一次',
  later: '我只是練習用的代理，除了我的這一段什麼都不會。想再看一次就寫「再一次」。',
  steered: (words) => `我工作的時候聽到你說：「${words}」。`,
};

/** By BUREAU_LANG, else by the language of the computer, else English. */
export function chooseWords(env: Readonly<Record<string, string | undefined>>): Words {
  const asked = env['BUREAU_LANG'] ?? env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? '';
  const tag = asked.replace('_', '-').toLowerCase();
  if (tag.startsWith('ko')) return ko;
  return /^zh-(tw|hk|mo|hant)/.test(tag) ? zhTW : en;
}

export const isAgain = (text: string): boolean =>
  [en, ko, zhTW].some(
    (words) =>
      text
        .trim()
        .toLowerCase()
        .replace(/[.!“”"「」。]/g, '') === words.again,
  );
