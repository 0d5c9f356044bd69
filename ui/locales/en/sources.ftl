# Why there are no pictures, and what can be done about it.
source-detail = { $help } ({ $why })

# a camera of this computer
camera-busy = Another program is using it.
camera-busy-help = Close that program (a video call, another window), or choose another camera.
camera-forbidden = This account may not use it.
camera-forbidden-help = On Linux, join the group “video” and log in again.
camera-gone = It is not there, or not any more.
camera-gone-help = Check the plug at both ends, or plug it into another socket.
camera-silent = It is there but sends nothing.
camera-silent-help = Unplug it and plug it in again, without a hub if there is one.
camera-fails = It does not work.
camera-fails-help = Unplug it and plug it in again, or choose another camera.
source-camera-fails = Camera { $index }: { $what }
source-none = No camera was found.
source-none-help = Plug one in, use a phone, or keep score by hand.
source-no-such-camera = There is no camera { $index }. Found: { $found }.
source-no-such-camera-help = Choose one of those, or plug it in again.

# films, folders and addresses
source-unreadable = “{ $what }” names no camera, film, folder or address.
source-unreadable-help = An address begins with http:// or rtsp://.
source-missing = There is no “{ $path }”.
source-missing-help = Check the spelling, or choose it with the button.
source-forbidden = “{ $path }” may not be read.
source-forbidden-help = Check who may read it.
source-not-a-film = “{ $path }” is not a film.
source-not-a-film-help = Choose a film (mp4, mkv, avi, webm, mov), or a folder for pictures.
source-broken-film = “{ $path }” is a film that does not open.
source-broken-film-help = If it does not play elsewhere either, copy it again.
source-torn = “{ $path }” breaks off after { $played } of { $expected } pictures.
source-torn-help = Everything up to there was read.
source-no-picture-in = There is no picture in “{ $path }”.
source-no-picture-in-help = Put pictures into it (JPEG or PNG), or choose another folder.
source-bad-picture = “{ $path }” is not a readable picture.
source-bad-picture-help = It is left out.
source-waits = No picture comes from { $url }.
source-gone = No picture has come from { $url } for { $seconds } seconds.
source-waits-help = Check that the camera is sending, and that a browser shows its picture at this address.

# a phone
source-phone-silent = The phone is connected but sends no picture.
source-phone-silent-help = Its page must stay open and its screen on.
source-phone-away = No phone is filming.
source-phone-away-help = Scan the code with the phone and keep its page open.
source-phone-sends = A picture from the phone could not be read.
source-phone-sends-help = The next one comes by itself.
source-other = The pictures cannot be read: { $why }
source-other-help = Try again, or choose another camera.
