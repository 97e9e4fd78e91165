// What keeps an open page true: fragments from the socket and from the person's own posts are put in their place.
// The page works without it; it only does not renew itself then.
import { startDrafts } from "./live/drafts.js";
import { startEarlier } from "./live/earlier.js";
import { startMoments } from "./live/moments.js";
import { startNotifying } from "./live/notifying.js";
import { startPosts } from "./live/posts.js";
import { startSocket } from "./live/socket.js";

document.documentElement.classList.add("js");
startMoments();
startPosts();
startSocket();
startDrafts();
startNotifying();
startEarlier();
